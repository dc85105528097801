collect_ignore = ["lucky-seven"]
