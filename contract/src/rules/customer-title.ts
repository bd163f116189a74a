// What a question is called where customers read it. In brackets at its end a template tells the technician how to look.

export const customerTitle = (text: string): string => text.replace(/^(.+?) \([^()]+\)$/s, '$1')
