// Keys for a PIN, large enough for gloves; a keyboard works too. The digits are not shown, only how many there are.
import { useEffect, useRef, useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Button, Spinner } from '../../ui/parts.tsx'

const shortest = 4
const longest = 8
const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

export function PinPad(props: { name: string; isWorking: boolean; onPin: (pin: string) => Promise<void> }) {
  const { t } = useWords()
  const { isWorking, onPin } = props
  const [pin, setPin] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const add = (digit: string) => setPin((before) => (before.length < longest ? before + digit : before))
  const erase = () => setPin((before) => before.slice(0, -1))
  const open = () => {
    if (isWorking || pin.length < shortest) return
    setPin('')
    onPin(pin).catch((error: unknown) => console.error(error))
  }
  const onKey = (event: KeyboardEvent) => {
    // On a focused key, Enter presses that key.
    const isOnKey = event.target instanceof HTMLButtonElement
    if (/^[0-9]$/.test(event.key)) add(event.key)
    else if (event.key === 'Backspace') erase()
    else if (event.key === 'Enter' && !isOnKey) open()
    else return
    event.preventDefault()
  }
  return (
    <section className="pin-pad" aria-label={t('tablet.pinOf', { name: props.name })} onKeyDown={onKey}>
      <h1 ref={heading} tabIndex={-1}>
        {t('tablet.pinOf', { name: props.name })}
      </h1>
      <output className="pin-dots">
        <span aria-hidden="true">{'●'.repeat(pin.length) || '–'}</span>
        <span className="unseen">{t('tablet.typed', { n: pin.length })}</span>
      </output>
      <div className="pin-keys">
        {keys.map((digit) => (
          <button type="button" key={digit} className="pin-key" onClick={() => add(digit)}>
            {digit}
          </button>
        ))}
        <button type="button" className="pin-key" aria-label={t('tablet.erase')} onClick={erase}>
          <Icon name="back" />
        </button>
        <button type="button" className="pin-key" onClick={() => add('0')}>
          0
        </button>
        <span />
      </div>
      {isWorking ? (
        <Spinner>{t('tablet.opening')}</Spinner>
      ) : (
        <Button look="main" isWide disabled={pin.length < shortest} onClick={open}>
          {t('tablet.open')}
        </Button>
      )}
    </section>
  )
}
