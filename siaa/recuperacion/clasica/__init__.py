"""`clasica`: the documented algorithm, which an administrator can check by hand."""
