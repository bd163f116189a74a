// Ten recovery codes, shown once: to print, to copy, and to say that they are kept.
import { useEffect, useRef, useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../ui/parts.tsx'

interface Props {
  codes: readonly string[]
  /** Nothing else is on the screen. */
  isWhole?: boolean
  onKept: () => void
}

export function RecoveryCodes({ codes, isWhole, onKept }: Props) {
  const { t } = useWords()
  const Heading = isWhole ? 'h1' : 'h2'
  const [isCopied, setCopied] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'))
    setCopied(true)
  }
  return (
    <section className="recovery-codes" aria-label={t('factor.codesTitle')}>
      <Heading ref={heading} tabIndex={-1}>
        {t('factor.codesTitle')}
      </Heading>
      <p>{t('factor.codesWhat')}</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code translate={false}>{code}</code>
          </li>
        ))}
      </ul>
      <div className="actions">
        <Button onClick={() => print()}>{t('factor.print')}</Button>
        <Button onClick={() => copy().catch(() => setCopied(false))}>
          <span role="status">{t(isCopied ? 'factor.copied' : 'factor.copy')}</span>
        </Button>
        <Button look="main" onClick={onKept}>
          {t('factor.kept')}
        </Button>
      </div>
    </section>
  )
}
