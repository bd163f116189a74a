// Signing on the screen: a field for pen or finger, who signs in which role, and earlier signatures.

import { findNameFault } from '@walkaround/contract/rules/signer.ts'
import { useEffect, useRef, useState } from 'preact/compat'
import SignaturePad from 'signature_pad'
import { useWords } from '../../app/words.tsx'
import type { ShownSignature } from '../../store/act.ts'
import { Icon } from '../../ui/icons.tsx'
import { Button, Choice, Field, Note } from '../../ui/parts.tsx'
import { isHere } from './signing.ts'
import { isSigned, toStrokes, turned } from './strokes.ts'

interface Given {
  id: string
  role: Role
  name?: string
  signedAt: string
}
type Role = ShownSignature['role']

interface Props<R extends Role> {
  title: string
  /** The roles in which somebody may sign here, and the expected one. */
  roles: readonly R[]
  expected: R
  nameAs: (role: R) => string
  isNameNeeded?: boolean
  /** The company a person signs for. */
  company?: string
  /** The valid signature. */
  signed?: Given
  /** Signatures from before a change. */
  struck: readonly Given[]
  isReadOnly: boolean
  onSign: (role: R, strokes: number[][], name: string) => void
}

export function SignatureField<R extends Role>(props: Props<R>) {
  const { title, signed, struck, isReadOnly, onSign } = props
  const { t } = useWords()
  const [isAgain, setAgain] = useState(false)
  if (isReadOnly && !signed && struck.length === 0) return null
  const isOpen = !isReadOnly && (isAgain || !signed)
  return (
    <section className="panel signature" aria-label={title}>
      <h2>{title}</h2>
      {signed && <Signed given={signed} isNamed={props.roles.length > 1} />}
      {!signed && struck.length > 0 && (
        <Note tone="soon" title={t('handover.struck')}>
          {t('handover.struckWhat')}
        </Note>
      )}
      {struck.map((one) => (
        <Struck key={one.id} given={one} isTold={signed !== undefined} />
      ))}
      {isOpen && (
        <Glass
          {...props}
          onSign={(...given) => {
            setAgain(false)
            onSign(...given)
          }}
        />
      )}
      {!isOpen && !isReadOnly && (
        <div className="actions">
          <Button icon="pen" onClick={() => setAgain(true)}>
            {t('handover.again')}
          </Button>
        </div>
      )}
    </section>
  )
}

export function Signed({ given, isNamed }: { given: Given; isNamed: boolean }) {
  const { t, dayTime } = useWords()
  const role = t(`handover.as.${given.role}`)
  const words = [
    t('handover.signedBy', { name: given.name ?? role }),
    isNamed && given.name && role,
    isHere(given) ? t('state.device') : dayTime(given.signedAt),
  ]
  return (
    <p className={`fact ${isHere(given) ? 'soon' : 'good'}`}>
      <Icon name={isHere(given) ? 'device' : 'fine'} />
      <span>{words.filter(Boolean).join(' · ')}</span>
    </p>
  )
}

/** The canvas takes no focus by itself: text being typed elsewhere is saved before signing. */
function keepTyped(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

function Struck({ given, isTold }: { given: Given; isTold: boolean }) {
  const { t, dayTime } = useWords()
  const words = [given.name ?? t(`handover.as.${given.role}`), !isHere(given) && dayTime(given.signedAt)]
  return (
    <p className="soft">
      <s>{words.filter(Boolean).join(' · ')}</s> {isTold && t('handover.struck')}
    </p>
  )
}

type GlassProps<R extends Role> = Pick<
  Props<R>,
  'roles' | 'expected' | 'nameAs' | 'isNameNeeded' | 'company' | 'onSign'
> & {
  /** The picture is turned round, and the field in it back again: the ink stays under the pen. */
  isTurned?: boolean
}

/** The field itself, with who signs in which role. */
export function Glass<R extends Role>(props: GlassProps<R>) {
  const { roles, expected, nameAs, isNameNeeded, company, isTurned = false, onSign } = props
  const { t } = useWords()
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(undefined)
  const [role, setRole] = useState(expected)
  const [typed, setTyped] = useState<string>()
  const name = typed ?? nameAs(role)
  const [isInked, setInked] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const fault = isNameNeeded ? findNameFault(name, company) : undefined
  const nameError = fault && t(fault === 'missing' ? 'handover.needsName' : 'handover.notCompany')
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
      // Turning the tablet must not remove the signature.
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
    const { offsetWidth: width = 1, offsetHeight: height = 1 } = canvas.current ?? {}
    const drawn = pad.current?.toData() ?? []
    const strokes = toStrokes(isTurned ? turned(drawn, width, height) : drawn, height || 1)
    setChecked(true)
    setMissing(!isSigned(strokes))
    if (isSigned(strokes) && nameError === undefined) onSign(role, strokes, name.trim())
  }
  return (
    <>
      {roles.length > 1 && (
        <Choice
          label={t('handover.as')}
          options={roles.map((value) => ({ value, label: t(`handover.as.${value}`) }))}
          value={role}
          onChoose={setRole}
        />
      )}
      <Field
        label={t('handover.name')}
        value={name}
        maxLength={200}
        onChange={(event) => setTyped(event.currentTarget.value)}
        {...(isChecked && nameError ? { error: nameError } : {})}
      />
      <p className="soft">{t('handover.covers')}</p>
      <div className="glass">
        <canvas ref={canvas} role="img" aria-label={t('handover.field')} onPointerDown={keepTyped} />
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
    </>
  )
}
