// Stands at the end of a list that is built in steps: how much is still to come. When it comes near, more is built.
import type { RefObject } from 'preact/compat'
import { useWords } from '../app/words.tsx'

export function Rest(props: {
  of: readonly unknown[]
  shown: number
  end: RefObject<HTMLParagraphElement | null>
}) {
  const { t } = useWords()
  const { of, shown, end } = props
  if (shown >= of.length) return null
  return (
    <p className="soft table-rest" ref={end}>
      {t('table.rest', { n: of.length - shown })}
    </p>
  )
}
