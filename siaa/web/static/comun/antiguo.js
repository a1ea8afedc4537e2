// For browsers without modules: says why nothing else happens.
document.getElementById("antiguo").hidden = false;
