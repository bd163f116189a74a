-- Sessions nobody uses stay until they expire; nothing looks for them by their last use.
drop index sessions_by_use;
