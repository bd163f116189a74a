// The form of a receiver: address, key, signature and further kinds. Somebody who saves later than another one is shown what changed.
import type { CallbackReceiver } from '@walkaround/contract/app/callbacks.ts'
import { callbackKindNames } from '@walkaround/contract/callback-kinds.ts'
import { useRef } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ifStill, type Tagged } from '../../../office/app/tagged.ts'
import { ListField, SelectField } from '../../../office/form/choice-fields.tsx'
import { Form } from '../../../office/form/form.tsx'
import { TextField } from '../../../office/form/text-fields.tsx'
import { useForm } from '../../../office/form/use-form.ts'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { Refused } from '../../../workshop/api/problem.ts'
import type { ChangeForm } from '../../../workshop/screens/callbacks/receiver.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Button } from '../../../workshop/ui/parts.tsx'
import { Sheet } from '../../../workshop/ui/sheet.tsx'
import { useWords } from '../../app/words.ts'
import { type ReceiverDraft, type Secret, toReceiverChange, toReceiverDraft } from './receiver-draft.ts'

const FORM = 'change-receiver'

type Read = Tagged<CallbackReceiver | undefined>

export function ReceiverSheet(props: ChangeForm) {
  const { readTagged } = useOffice()
  const { t } = useWords()
  const { client } = useSignedIn()
  const { changing, onClose } = props
  const { site, set } = changing
  const params = { system_client_id: client.id }
  const read = async (): Promise<Read> => {
    try {
      return site === undefined
        ? await readTagged('getCallbackReceiver', params)
        : await readTagged('getSiteCallbackReceiver', { ...params, site_id: site.id })
    } catch (error) {
      if (error instanceof Refused && error.kind === 'noSuchResource') return { value: undefined }
      throw error
    }
  }
  const reading = useRead(`${client.id} ${site?.id ?? ''}`, read)
  return (
    <Sheet
      title={t(set ? 'callbacks.change' : site ? 'callbacks.siteSet' : 'callbacks.set')}
      onClose={onClose}
      footer={
        <div className="actions">
          <Button onClick={onClose}>{t('form.cancel')}</Button>
          <Button type="submit" form={FORM} look="main" icon="check">
            {t('callbacks.keep')}
          </Button>
        </div>
      }
    >
      <ShowReading of={reading}>
        {(first) => <ReceiverForm {...props} first={first} reread={read} />}
      </ShowReading>
    </Sheet>
  )
}

const draftOf = ({ value, tag }: Read): Tagged<ReceiverDraft> => ({ value: toReceiverDraft(value), tag })

function ReceiverForm(props: ChangeForm & { first: Read; reread: () => Promise<Read> }) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const { changing, first, reread, onKept } = props
  const { site } = changing
  const params = { system_client_id: client.id }
  const made = useRef<string>(undefined)
  const form = useForm<ReceiverDraft>({
    first: draftOf(first),
    save: async (draft, tag) => {
      const body = toReceiverChange(draft)
      // Where there was none, somebody else may have set one meanwhile.
      const headers = tag === undefined ? { 'if-none-match': '*' } : ifStill(tag)
      const kept = await (site === undefined
        ? call('putCallbackReceiver', params, { body, headers })
        : call('putSiteCallbackReceiver', { ...params, site_id: site.id }, { body, headers }))
      made.current = kept.secret
    },
    reread: async () => draftOf(await reread()),
    saved: t('callbacks.kept'),
  })
  const choices: readonly Secret[] =
    form.state.read.tag === undefined ? ['new', 'none'] : ['keep', 'new', 'none']
  return (
    <Form of={form} id={FORM} onSaved={() => onKept(made.current)}>
      {site && <strong>{site.name}</strong>}
      <TextField
        of={form.field('url')}
        label={t('callbacks.url')}
        hint={t('callbacks.urlWhat')}
        type="url"
        inputMode="url"
        maxLength={2000}
        autoComplete="off"
        spellcheck={false}
      />
      <TextField
        of={form.field('key')}
        label={t('callbacks.key')}
        hint={t('callbacks.keyWhat')}
        type="password"
        maxLength={500}
        autoComplete="new-password"
      />
      <SelectField
        of={form.field('secret')}
        label={t('callbacks.signature')}
        options={choices.map((value) => ({ value, label: t(`callbacks.secret.${value}`) }))}
      />
      <ListField
        of={form.field('kinds')}
        label={t('callbacks.kinds')}
        hint={t('callbacks.kindsWhat')}
        options={callbackKindNames.map((value) => ({ value, label: t(`callbacks.kind.${value}`) }))}
      />
    </Form>
  )
}
