// The title of a question as customers read it. Templates have one where their own text tells the workshop what to do; without it,
// the note in brackets at the end of the text is left out.

export const customerTitle = (text: string): string => text.replace(/^(.+?) \([^()]+\)$/s, '$1')

/** `titles`: those that a survey page brings from the template, by id of the question. */
export const titleOf = (
  { id, text = id }: { id: string; text?: string },
  titles: Readonly<Record<string, string>> | undefined,
): string => titles?.[id] ?? customerTitle(text)
