// How much of a car's history is read at once, for schema, service and app.

export const HISTORY_LIMIT = 200
export const MOST_HISTORY = 2_000
