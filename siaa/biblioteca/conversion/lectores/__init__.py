"""What reads each kind of document; each is loaded by the process that reads one."""
