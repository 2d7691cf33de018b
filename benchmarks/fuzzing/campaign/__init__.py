"""Any kind of cases, run in processes of their own, counted, shrunk and written when they fail."""
