// What may be drawn on a photo: colours and limits, for schema, rules and app.

/** Each can be told from the others and from the white line around it. */
export const markupColours = ['red', 'blue', 'green', 'black'] as const
export const markupLimits = { shapes: 30, words: 80 } as const
