// The frame of a page of the office: its title in the window, in the heading and to screen readers, what it is for, and its tools.
import { type ReactNode, useEffect, useRef } from 'preact/compat'
import { useWords } from '../app/words.tsx'

/** The first page of a visit leaves the focus where the browser puts it. */
let hasShownOne = false

export function Page(props: {
  title: string
  /** One line: what the page is for. */
  what?: ReactNode
  /** Beside the title: a period, an export. */
  tools?: ReactNode
  className?: string
  children: ReactNode
}) {
  const { t } = useWords()
  const { title, what, tools, className = '' } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`
  }, [title, t])
  useEffect(() => {
    // Nothing else tells a screen reader that a link has led to another page.
    if (hasShownOne) heading.current?.focus()
    hasShownOne = true
  }, [])
  return (
    <main id="main" className={`screen office-page ${className}`}>
      <header className="page-head">
        <div className="page-title">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {what && <p className="soft">{what}</p>}
        </div>
        {tools && <div className="page-tools">{tools}</div>}
      </header>
      {props.children}
    </main>
  )
}
