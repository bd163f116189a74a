// Who mails and SMS of a site come from, beside what its client's channels say.
import type { MessageChannel } from '@walkaround/contract/app/message-channels.ts'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { TextField } from '../../../office/form/text-fields.tsx'
import type { Form } from '../../../office/form/use-form.ts'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Link } from '../../app/router.ts'
import { useWords } from '../../app/words.ts'
import type { SiteDraft } from './site-draft.ts'

export function SiteSender({ form }: { form: Form<SiteDraft> }) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const { value: channels } = useRead(`senders ${client.id}`, () =>
    call('listMessageChannels', { system_client_id: client.id }),
  )
  const own = (name: MessageChannel['channel']) =>
    channels?.find(({ channel, source }) => channel === name && source === 'client')
  const { from: address, fromName } = own('email')?.email ?? {}
  const usual = (value: string | undefined, whenNone: string) =>
    value === undefined ? whenNone : t('sites.asClient', { value })
  const none = channels ? t('sites.noOwnChannel') : ''
  return (
    <section className="panel form-part" aria-label={t('sites.sender')}>
      <h2>{t('sites.sender')}</h2>
      <p className="soft">
        {t('sites.senderWhat')} <Link to={{ page: 'messages' }}>{t('sites.toChannels')}</Link>
      </p>
      <TextField
        of={form.field('mailFromName')}
        label={t('sites.mailFromName')}
        hint={own('email') ? usual(fromName, t('sites.asName')) : none}
      />
      <TextField
        of={form.field('mailFrom')}
        label={t('sites.mailFrom')}
        hint={usual(address, none)}
        type="email"
        autoComplete="off"
      />
      <TextField
        of={form.field('smsFrom')}
        label={t('sites.smsFrom')}
        hint={own('sms') ? usual(own('sms')?.sms?.from, t('sites.asGateway')) : none}
        maxLength={40}
      />
    </section>
  )
}
