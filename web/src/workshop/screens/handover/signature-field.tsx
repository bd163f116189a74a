// Signing on glass: a field for the pen or the finger, the name in letters, and what was signed before.

import { useEffect, useRef, useState } from 'react'
import SignaturePad from 'signature_pad'
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Button, Field } from '../../ui/parts.tsx'
import { isSigned, toStrokes } from './strokes.ts'

interface Props {
  title: string
  name: string
  /** What was given before. */
  signed?: { name?: string; signedAt: string }
  isReadOnly: boolean
  onSign: (strokes: number[][], name: string) => void
}

export function SignatureField({ title, name: proposed, signed, isReadOnly, onSign }: Props) {
  const { t, dayTime } = useWords()
  const [isAgain, setAgain] = useState(false)
  if (signed && !isAgain) {
    // Until the server has told its time it is known to be on this device only.
    const isHere = signed.signedAt.startsWith('1970')
    return (
      <section className="panel signature" aria-label={title}>
        <h2>{title}</h2>
        <p className={`fact ${isHere ? 'soon' : 'good'}`}>
          <Icon name={isHere ? 'device' : 'fine'} />
          <span>
            {t('handover.signedBy', { name: signed.name ?? proposed })}
            {isHere ? ` · ${t('state.device')}` : ` · ${dayTime(signed.signedAt)}`}
          </span>
        </p>
        {!isReadOnly && (
          <div className="actions">
            <Button icon="pen" onClick={() => setAgain(true)}>
              {t('handover.again')}
            </Button>
          </div>
        )}
      </section>
    )
  }
  if (isReadOnly) return null
  return (
    <Glass
      title={title}
      name={proposed}
      onSign={(strokes, name) => {
        setAgain(false)
        onSign(strokes, name)
      }}
    />
  )
}

function Glass({ title, name: proposed, onSign }: Pick<Props, 'title' | 'name' | 'onSign'>) {
  const { t } = useWords()
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(undefined)
  const [name, setName] = useState(proposed)
  const [isInked, setInked] = useState(false)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    const element = canvas.current
    if (!element) return undefined
    const made = new SignaturePad(element, { penColor: '#10181c', minWidth: 0.8, maxWidth: 2.6 })
    pad.current = made
    const fit = () => {
      const ratio = Math.max(1, window.devicePixelRatio)
      const kept = made.toData()
      element.width = element.offsetWidth * ratio
      element.height = element.offsetHeight * ratio
      element.getContext('2d')?.scale(ratio, ratio)
      // Turning the tablet must not take away what was signed.
      made.clear()
      made.fromData(kept)
    }
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    made.addEventListener('endStroke', () => {
      setInked(true)
      setMissing(false)
    })
    return () => {
      observer.disconnect()
      made.off()
    }
  }, [])
  const clear = () => {
    pad.current?.clear()
    setInked(false)
  }
  const sign = () => {
    const strokes = toStrokes(pad.current?.toData() ?? [], canvas.current?.offsetHeight || 1)
    if (!isSigned(strokes)) return setMissing(true)
    return onSign(strokes, name.trim())
  }
  return (
    <section className="panel signature" aria-label={title}>
      <h2>{title}</h2>
      <Field
        label={t('handover.name')}
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="glass">
        <canvas ref={canvas} role="img" aria-label={t('handover.field')} />
        {!isInked && <p className="glass-hint">{t('handover.here')}</p>}
      </div>
      {isMissing && (
        <p className="field-error" role="alert">
          <Icon name="urgent" size={18} /> {t('handover.missing')}
        </p>
      )}
      <div className="actions">
        <Button icon="undo" onClick={clear} disabled={!isInked}>
          {t('handover.clear')}
        </Button>
        <Button look="main" icon="check" onClick={sign}>
          {t('handover.sign')}
        </Button>
      </div>
    </section>
  )
}
