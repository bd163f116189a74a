// Anchors of headings, as GitHub makes them: so a link to a heading works in the repository and on the page.

export function createSlugs() {
  const counts = new Map<string, number>()
  return {
    /** A heading that says the same as an earlier one gets a number. */
    next(words: string): string {
      const slug = words
        .trim()
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
        .replaceAll(' ', '-')
      let name = slug
      while (counts.has(name)) {
        const count = (counts.get(slug) ?? 0) + 1
        counts.set(slug, count)
        name = `${slug}-${count}`
      }
      counts.set(name, 0)
      return name
    },
  }
}
