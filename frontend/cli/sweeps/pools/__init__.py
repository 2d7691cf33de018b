"""Where units are computed: `Pool` is what the driver sees, behind it are processes of this host or a Ray cluster."""
