// The parts of the number pad: its keys, its hints, and the question it asks about a doubtful number.
import { useWords } from '../../app/words.tsx'
import { Glyph } from '../../ui/icons.tsx'
import { Button } from '../../ui/parts.tsx'
import type { Doubt } from './number-doubts.ts'
import type { Limits } from './number-entry.ts'

export const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0']

export const local = (value: string, point: string) => value.replace('-', '−').replace('.', point)

const doubtTexts = { range: 'pad.range', lower: 'pad.lower', above: 'pad.above' } as const

export function DoubtNote(props: {
  doubt: Doubt
  value: string
  unit: string | undefined
  onCorrect: () => void
  onTake: () => void
}) {
  const { t, number, unitWord } = useWords()
  const { kind, min, max } = props.doubt
  return (
    <div className="cl-pad-doubt" role="alert">
      <p>
        {t(doubtTexts[kind], {
          value: number(Number(props.value)),
          min: min === undefined ? '' : number(min),
          max: max === undefined ? '' : number(max),
          unit: unitWord(props.unit),
        })}
      </p>
      <div className="actions">
        <Button look="main" onClick={props.onCorrect}>
          {t('pad.correct')}
        </Button>
        <Button onClick={props.onTake}>{t('pad.take')}</Button>
      </div>
    </div>
  )
}

interface Typed {
  limits: Limits
  /** The number the digits mean if the point is at the end. */
  whole: string | undefined
}

export function PadHint(props: Typed & { value: string | undefined; unit: string | undefined }) {
  const { t, number, point, unitWord } = useWords()
  const { value, whole, unit } = props
  const { min, max } = props.limits
  return (
    <p className="cl-pad-hint soft">
      {whole !== undefined && value !== undefined
        ? t('pad.ambiguous', {
            value: local(value, point),
            other: local(whole, point),
            key: `${local(whole, point)}${point}`,
          })
        : min !== undefined &&
          max !== undefined &&
          t('pad.between', { min: number(min), max: number(max), unit: unitWord(unit) })}
    </p>
  )
}

export function PadKeys(props: Typed & { onPress: (key: string) => void }) {
  const { t } = useWords()
  const { onPress } = props
  return (
    <div className="cl-pad-keys">
      {digits.slice(0, 9).map((key) => (
        <button key={key} type="button" className="cl-key" onClick={() => onPress(key)}>
          {key}
        </button>
      ))}
      <PointKey {...props} />
      <button type="button" className="cl-key" onClick={() => onPress('0')}>
        0
      </button>
      <button
        type="button"
        className="cl-key small"
        aria-label={t('pad.erase')}
        onClick={() => onPress('Backspace')}
      >
        <Glyph size={30}>
          <path d="M9 5.500h12v13H9L2.500 12zM12.500 9.500l5 5M17.500 9.500l-5 5" />
        </Glyph>
      </button>
    </div>
  )
}

/** The sign key if numbers may be negative, otherwise the point key if they have decimals. */
function PointKey({ limits, whole, onPress }: Typed & { onPress: (key: string) => void }) {
  const { t, point } = useWords()
  if ((limits.min ?? 0) < 0)
    return (
      <button type="button" className="cl-key small" aria-label={t('pad.sign')} onClick={() => onPress('-')}>
        ±
      </button>
    )
  if (limits.decimals === 0) return <span />
  return (
    <button
      type="button"
      className={`cl-key ${whole === undefined ? 'small' : 'offered'}`}
      aria-label={whole === undefined ? t('pad.point') : t('pad.whole', { value: local(whole, point) })}
      onClick={() => onPress('.')}
    >
      {whole === undefined ? point : `${local(whole, point)}${point}`}
    </button>
  )
}
