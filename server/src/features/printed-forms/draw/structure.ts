// The tree of tags that tells a reader what the ink is: headings, tables, pictures. Gathered while drawing, written at
// the end in one go. Knows neither places nor PDFKit.

export type TagOptions = { readonly alt?: string; readonly scope?: 'Column' | 'Row'; readonly title?: string }

export type Element = {
  readonly type: string
  readonly options: TagOptions
  readonly parent: Element | undefined
  readonly kids: (Element | Mark)[]
  /** Its number among the objects of the file, once it is written. */
  id: number
}

/** Content on a page, by its number there. */
type Mark = { readonly page: number; readonly mcid: number }

export class Structure {
  readonly root: Element = { type: 'Document', options: {}, parent: undefined, kids: [], id: 0 }
  /** In the order of their opening: the root first, parents before their kids. */
  readonly #elements: Element[] = [this.root]
  /** By page and content, the element it belongs to. */
  readonly marks: Element[][] = []

  open(type: string, options: TagOptions, parent: Element): Element {
    const element: Element = { type, options, parent, kids: [], id: 0 }
    parent.kids.push(element)
    this.#elements.push(element)
    return element
  }

  /** The number of the next content on that page, which is this element's. */
  mark(element: Element, page: number): number {
    this.marks[page] ??= []
    const mcid = (this.marks[page] as Element[]).push(element) - 1
    element.kids.push({ page, mcid })
    return mcid
  }

  /** Every element as the body of its object. `newId` is asked for all of them before the first is written. */
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

/** Letters of any script as UTF-16; so are brackets and the like, which would need escaping. */
function stringOf(text: string): string {
  if (/^[\w ,.:;!?%&/+-]*$/.test(text)) return `(${text})`
  return `<${Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')}>`
}
