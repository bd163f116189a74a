// How long a removal can be undone: it is shown and kept from the server for this time.
export const undoMs = 10_000
