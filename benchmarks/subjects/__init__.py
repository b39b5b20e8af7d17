"""What is measured: each run is a process of its own."""
