// The settings of one channel. Secrets are typed, kept, and never shown again.
import type { MessageChannel } from '@walkaround/contract/app/message-channels.ts'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ifStill, type Tagged } from '../../../office/app/tagged.ts'
import { SelectField } from '../../../office/form/choice-fields.tsx'
import { Form } from '../../../office/form/form.tsx'
import { NumberField, TextArea, TextField } from '../../../office/form/text-fields.tsx'
import { type Form as FormOf, useForm } from '../../../office/form/use-form.ts'
import { useWords } from '../../app/words.ts'
import { type ChannelDraft, type ChannelName, toChannelChange, toChannelDraft } from './channel-drafts.ts'

interface Props {
  name: ChannelName
  read: Tagged<MessageChannel>
  onSaved: () => void
}

const draftOf = ({ value, tag }: Tagged<MessageChannel>): Tagged<ChannelDraft> => ({
  value: toChannelDraft(value),
  tag,
})

export function ChannelForm({ name, read, onSaved }: Props) {
  const { t } = useWords()
  const { call, readTagged } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id, channel: name }
  const form = useForm<ChannelDraft>({
    first: draftOf(read),
    save: (draft, tag) =>
      call('putMessageChannel', params, { body: toChannelChange(name, draft), headers: ifStill(tag) }),
    reread: async () => draftOf(await readTagged('getMessageChannel', params)),
    saved: t('channels.saved'),
  })
  return (
    <Form of={form} onSaved={onSaved}>
      {name === 'email' && <MailFields of={form} />}
      {name === 'sms' && <SmsFields of={form} />}
      <TextField
        of={form.field('secret')}
        label={t(`channels.secret.${name}`)}
        hint={t(read.value.hasSecret ? 'channels.secretKept' : 'channels.secretWhat')}
        type="password"
        autoComplete="off"
      />
    </Form>
  )
}

function MailFields({ of }: { of: FormOf<ChannelDraft> }) {
  const { t } = useWords()
  return (
    <>
      <TextField of={of.field('host')} label={t('channels.host')} spellcheck={false} autoComplete="off" />
      <SelectField
        of={of.field('security')}
        label={t('channels.security')}
        options={(['starttls', 'tls'] as const).map((value) => ({
          value,
          label: t(`channels.security.${value}`),
        }))}
      />
      <NumberField of={of.field('port')} label={t('channels.port')} hint={t('channels.portWhat')} />
      <TextField
        of={of.field('from')}
        label={t('channels.from')}
        hint={t('channels.fromWhat')}
        type="email"
        autoComplete="off"
      />
      <TextField of={of.field('fromName')} label={t('channels.fromName')} hint={t('channels.fromNameWhat')} />
      <TextField of={of.field('user')} label={t('channels.user')} spellcheck={false} autoComplete="off" />
      <Authority of={of} />
    </>
  )
}

function SmsFields({ of }: { of: FormOf<ChannelDraft> }) {
  const { t } = useWords()
  const isPreset = of.state.draft.preset !== ''
  return (
    <>
      <SelectField
        of={of.field('preset')}
        label={t('channels.gateway')}
        none={t('channels.anyGateway')}
        options={[{ value: 'twilio', label: 'Twilio' }]}
      />
      {isPreset && (
        <TextField
          of={of.field('account')}
          label={t('channels.account')}
          spellcheck={false}
          autoComplete="off"
        />
      )}
      <TextField
        of={of.field('url')}
        label={t(isPreset ? 'channels.otherUrl' : 'channels.url')}
        hint={t(isPreset ? 'channels.otherUrlWhat' : 'channels.urlWhat')}
        spellcheck={false}
      />
      {!isPreset && (
        <>
          <SelectField
            of={of.field('method')}
            label={t('channels.method')}
            options={(['POST', 'PUT', 'GET'] as const).map((value) => ({ value, label: value }))}
          />
          <TextArea of={of.field('headers')} label={t('channels.headers')} hint={t('channels.headersWhat')} />
          <TextArea of={of.field('body')} label={t('channels.body')} hint={t('channels.bodyWhat')} />
        </>
      )}
      <TextField of={of.field('from')} label={t('channels.sender')} hint={t('channels.senderWhat')} />
      <Authority of={of} />
    </>
  )
}

function Authority({ of }: { of: FormOf<ChannelDraft> }) {
  const { t } = useWords()
  return (
    <TextArea
      of={of.field('authority')}
      label={t('channels.authority')}
      hint={t('channels.authorityWhat')}
      rows={2}
    />
  )
}
