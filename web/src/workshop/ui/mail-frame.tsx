// Shows the HTML of a message like a mail program, isolated: no scripts, no forms, links without a target. The page's policy
// refuses style attributes, so they are renamed and set one by one.
import { useMemo, useRef, useState } from 'preact/compat'

const CARRIED = 'data-style'

/** Pictures that are sent with the mail, by the id after `cid:`. */
export type PictureAt = (id: string) => string

function toInert(html: string, pictureAt: PictureAt): string {
  // Before parsing: the policy applies to parsed documents too and complains about each attribute.
  const carried = html.replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replaceAll(/\sstyle=/gi, ` ${CARRIED}=`))
  const mail = new DOMParser().parseFromString(carried, 'text/html')
  for (const element of mail.querySelectorAll('style, link, script, meta')) element.remove()
  for (const element of mail.querySelectorAll('[href]')) element.removeAttribute('href')
  for (const picture of mail.querySelectorAll('img')) {
    const [, id] = /^cid:(\w+)$/.exec(picture.getAttribute('src') ?? '') ?? []
    if (id === undefined) picture.remove()
    else picture.setAttribute('src', pictureAt(id))
  }
  return `<!doctype html>${mail.documentElement.outerHTML}`
}

export function MailFrame({ html, title, pictureAt }: { html: string; title: string; pictureAt: PictureAt }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(240)
  const inert = useMemo(() => toInert(html, pictureAt), [html, pictureAt])
  const dress = () => {
    const mail = frame.current?.contentDocument
    if (!mail) return
    for (const element of mail.querySelectorAll<HTMLElement>(`[${CARRIED}]`))
      element.style.cssText = element.getAttribute(CARRIED) ?? ''
    setHeight(mail.documentElement.scrollHeight + 2)
  }
  return (
    <iframe
      ref={frame}
      className="mail-frame"
      title={title}
      sandbox="allow-same-origin"
      srcDoc={inert}
      style={{ height }}
      onLoad={dress}
    />
  )
}
