// Tries a channel: each step with the server's own words, and a message to an address that is given.
import type { ChannelTest } from '@walkaround/contract/app/message-channels.ts'
import { type FormEvent, useId, useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Icon } from '../../../workshop/ui/icons.tsx'
import { Button, Note } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'
import type { ChannelName } from './channel-drafts.ts'

export function TryChannel({ name, isOwn }: { name: ChannelName; isOwn: boolean }) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const id = useId()
  const [to, setTo] = useState('')
  const [siteId, setSite] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [tested, setTested] = useState<ChannelTest>()
  const [error, setError] = useState<Error>()
  const test = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setTested(undefined)
    setError(undefined)
    try {
      const body = to.trim() === '' ? {} : { to: to.trim(), ...(siteId === '' ? {} : { siteId }) }
      setTested(await call('testMessageChannel', { system_client_id: client.id, channel: name }, { body }))
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="try-channel" onSubmit={test}>
      <div className="field form-field">
        <label htmlFor={id}>{t(`channels.to.${name}`)}</label>
        <div className="field-box">
          <input id={id} type="text" value={to} onInput={({ currentTarget: { value } }) => setTo(value)} />
        </div>
        <p className="soft">{t('channels.toWhat')}</p>
      </div>
      {isOwn && name !== 'telegram' && <AsSite name={name} value={siteId} onChoose={setSite} />}
      <Button type="submit" aria-busy={isBusy} disabled={isBusy}>
        {t(isBusy ? 'channels.testing' : 'channels.test')}
      </Button>
      <div role="status">{tested && <Steps of={tested} />}</div>
      {error && <RefusalNote error={error} />}
    </form>
  )
}

interface AsSiteProps {
  name: 'email' | 'sms'
  value: string
  onChoose: (siteId: string) => void
}

/** Which sender is tried: only where a site has one of its own. */
function AsSite({ name, value, onChoose }: AsSiteProps) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const id = useId()
  const sites = useRead(`senders ${client.id}`, () =>
    call('listSites', { system_client_id: client.id }),
  ).value
  const own = (sites ?? []).filter(({ mailFrom, mailFromName, smsFrom }) =>
    name === 'sms' ? smsFrom : (mailFrom ?? mailFromName),
  )
  if (own.length === 0) return null
  return (
    <div className="field form-field">
      <label htmlFor={id}>{t('channels.asSite')}</label>
      <div className="field-box">
        <select id={id} value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
          <option value="">{t('channels.asChannel')}</option>
          {own.map((site) => (
            <option key={site.id} value={site.id}>
              {site.name}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}

function Steps({ of: { isGood, steps } }: { of: ChannelTest }) {
  const { t } = useWords()
  return (
    <>
      <Note tone={isGood ? 'good' : 'soon'} title={t(isGood ? 'channels.works' : 'channels.fails')} />
      <ul className="channel-steps">
        {steps.map(({ step, isGood: isFine, words }) => (
          <li key={step}>
            <Icon name={isFine ? 'fine' : 'advise'} size={18} />
            <span>
              {t(`channels.step.${step}`)}: {t(isFine ? 'channels.stepFine' : 'channels.stepFailed')}{' '}
              <span className="mono" lang="en">
                {words}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
