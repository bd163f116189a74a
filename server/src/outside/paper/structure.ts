// The tree of tags that says what the ink is: headings, tables, pictures. Collected while drawing and written once at the end.
// Knows neither positions nor PDFKit.

export type TagOptions = { readonly alt?: string; readonly scope?: 'Column' | 'Row'; readonly title?: string }

export type Element = {
  readonly type: string
  readonly options: TagOptions
  readonly parent: Element | undefined
  readonly kids: (Element | Mark)[]
  /** Its object number in the file, once it is written. */
  id: number
}

/** Content on a page, by its number there. */
type Mark = { readonly page: number; readonly mcid: number }

export class Structure {
  readonly root: Element = { type: 'Document', options: {}, parent: undefined, kids: [], id: 0 }
  /** In the order of opening: the root first, parents before their children. */
  readonly #elements: Element[] = [this.root]
  /** The element of each content, by page and content number. */
  readonly marks: Element[][] = []

  open(type: string, options: TagOptions, parent: Element): Element {
    const element: Element = { type, options, parent, kids: [], id: 0 }
    parent.kids.push(element)
    this.#elements.push(element)
    return element
  }

  /** Adds content of this element to the page and returns its number there. */
  mark(element: Element, page: number): number {
    this.marks[page] ??= []
    const mcid = (this.marks[page] as Element[]).push(element) - 1
    element.kids.push({ page, mcid })
    return mcid
  }

  /** Every element as the body of its object. Calls `newId` for all of them before it writes the first. */
  *write(rootParent: number, pageIds: readonly number[], newId: () => number): Generator<[number, string]> {
    for (const element of this.#elements) element.id = newId()
    for (const element of this.#elements)
      yield [element.id, bodyOf(element, element.parent?.id ?? rootParent, pageIds)]
  }
}

function bodyOf({ type, options, kids }: Element, parent: number, pageIds: readonly number[]): string {
  const { title, alt, scope } = options
  const page = kids.find((kid) => 'mcid' in kid)?.page
  let body = `<</S /${type} /P ${parent} 0 R`
  if (title) body += ` /T ${stringOf(title)}`
  if (alt) body += ` /Alt ${stringOf(alt)}`
  if (scope) body += ` /A <</O /Table /Scope /${scope}>>`
  if (page !== undefined) body += ` /Pg ${pageIds[page]} 0 R`
  const list = kids.map((kid) => {
    if (!('mcid' in kid)) return `${kid.id} 0 R`
    if (kid.page === page) return kid.mcid
    return `<</Type /MCR /Pg ${pageIds[kid.page]} 0 R /MCID ${kid.mcid}>>`
  })
  return `${body} /K [${list.join(' ')}]>>`
}

/** Non-ASCII text as UTF-16; also text with brackets and the like, which would need escaping. */
function stringOf(text: string): string {
  if (/^[\w ,.:;!?%&/+-]*$/.test(text)) return `(${text})`
  return `<${Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')}>`
}
