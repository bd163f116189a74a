// The title of a question as customers read it: without the note to the technician, in brackets, that templates put at its end.

export const customerTitle = (text: string): string => text.replace(/^(.+?) \([^()]+\)$/s, '$1')
