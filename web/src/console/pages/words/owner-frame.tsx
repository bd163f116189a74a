// Shows an owner's page in a frame as wide as a phone, isolated: no scripts, no forms, links without a target.
import { useMemo, useRef } from 'preact/compat'
import { serviceUrl } from '../../../workshop/places.ts'

function toInert(html: string, logoAt: string | undefined): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const element of page.querySelectorAll('script, meta')) element.remove()
  for (const element of page.querySelectorAll('a, form, button')) {
    element.removeAttribute('href')
    element.removeAttribute('action')
  }
  // Its own addresses are below the root of the service.
  for (const link of page.querySelectorAll('link'))
    link.setAttribute('href', serviceUrl(link.getAttribute('href') ?? ''))
  for (const picture of page.querySelectorAll('img')) {
    if (picture.className === 'logo' && logoAt !== undefined) picture.setAttribute('src', logoAt)
    else picture.remove()
  }
  return `<!doctype html>${page.documentElement.outerHTML}`
}

export function OwnerFrame(props: {
  html: string
  /** The colours of the dealership. */
  style: string
  title: string
  logoAt: string | undefined
}) {
  const { html, style, title, logoAt } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const top = useRef(0)
  const inert = useMemo(() => toInert(html, logoAt), [html, logoAt])
  const dress = () => {
    const shown = frame.current?.contentWindow as (Window & typeof globalThis) | null | undefined
    if (!shown) return
    // The policy of the page lets no style stand inside it, but takes one from its own code.
    const sheet = new shown.CSSStyleSheet()
    sheet.replaceSync(style)
    shown.document.adoptedStyleSheets = [sheet]
    shown.scrollTo(0, top.current)
    shown.addEventListener('scroll', () => {
      top.current = shown.scrollY
    })
  }
  return (
    <iframe
      ref={frame}
      className="owner-frame"
      title={title}
      sandbox="allow-same-origin"
      srcDoc={inert}
      onLoad={dress}
    />
  )
}
