// One provider: its form, what to enter there, a test, what claims would give, and the end.
import type { SignInProvider } from '@walkaround/contract/app/sign-in-providers.ts'
import { useEffect, useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ifStill, type Tagged } from '../../../office/app/tagged.ts'
import { CheckField } from '../../../office/form/choice-fields.tsx'
import { ConfirmSheet } from '../../../office/form/confirm-sheet.tsx'
import { Form } from '../../../office/form/form.tsx'
import { NumberField, TextArea, TextField } from '../../../office/form/text-fields.tsx'
import { useForm } from '../../../office/form/use-form.ts'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Button } from '../../../workshop/ui/parts.tsx'
import { toast } from '../../../workshop/ui/toast.tsx'
import { Link, router } from '../../app/router.ts'
import { useWords } from '../../app/words.ts'
import { ClaimRules } from './claim-rules.tsx'
import {
  emptyProvider,
  NEW,
  type ProviderDraft,
  toProviderChange,
  toProviderDraft,
} from './provider-draft.ts'
import { TryProvider } from './try-provider.tsx'

export function ProviderPage({ id }: { id: string }) {
  const { t } = useWords()
  const { readTagged } = useOffice()
  const { client } = useSignedIn()
  const isNew = id === NEW
  const reading = useRead(
    `${client.id} ${id}`,
    async (): Promise<Tagged<SignInProvider> | undefined> =>
      isNew ? undefined : readTagged('getSignInProvider', { system_client_id: client.id, provider_id: id }),
  )
  return (
    <Page
      title={isNew ? t('signIns.new') : (reading.value?.value.label ?? id)}
      what={t('signIns.providerLead')}
      tools={<Link to={{ page: 'signIn' }}>{t('signIns.toAll')}</Link>}
    >
      {isNew ? (
        <ProviderForm read={undefined} />
      ) : (
        <ShowReading of={reading}>
          {(read) => read && <Known read={read} reload={reading.reload} />}
        </ShowReading>
      )}
    </Page>
  )
}

function Known({ read, reload }: { read: Tagged<SignInProvider>; reload: () => void }) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const { id, label, callback, backChannel, signedOut } = read.value
  const [isRemoving, remove] = useState(false)
  const [rules, setRules] = useState<ProviderDraft['rules']>()
  const addresses = [
    [t('signIns.callback'), callback],
    [t('signIns.backChannel'), backChannel],
    [t('signIns.signedOut'), signedOut],
  ] as const
  return (
    <>
      <section className="panel" aria-label={t('signIns.there')}>
        <h2>{t('signIns.there')}</h2>
        <p className="soft">{t('signIns.thereWhat')}</p>
        <dl className="facts">
          {addresses.map(([name, address]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="mono">{address}</dd>
            </div>
          ))}
        </dl>
      </section>
      <ProviderForm read={read} onSaved={reload} onRules={setRules} />
      <TryProvider id={id} rules={rules ?? []} />
      <section className="panel" aria-label={t('signIns.end')}>
        <h2>{t('signIns.end')}</h2>
        <p className="soft">{t('signIns.endWhat')}</p>
        <div className="actions">
          <Button look="danger" onClick={() => remove(true)}>
            {t('signIns.removeProvider')}
          </Button>
        </div>
      </section>
      {isRemoving && (
        <ConfirmSheet
          title={t('signIns.removeTitle', { name: label })}
          word={t('signIns.removeProvider')}
          onConfirm={async () => {
            await call('deleteSignInProvider', { system_client_id: client.id, provider_id: id })
            toast(t('signIns.removed', { name: label }))
            router.go({ page: 'signIn' })
          }}
          onClose={() => remove(false)}
        >
          {t('signIns.endWhat')}
        </ConfirmSheet>
      )}
    </>
  )
}

interface FormProps {
  read: Tagged<SignInProvider> | undefined
  onSaved?: () => void
  /** Told of the rules as they are typed. */
  onRules?: (rules: ProviderDraft['rules']) => void
}

const names = { claims: 'login' } as const
const draftOf = ({ value, tag }: Tagged<SignInProvider>): Tagged<ProviderDraft> => ({
  value: toProviderDraft(value),
  tag,
})

function ProviderForm({ read, onSaved, onRules }: FormProps) {
  const { t } = useWords()
  const { call, readTagged } = useOffice()
  const { client } = useSignedIn()
  const paramsOf = (id: string) => ({ system_client_id: client.id, provider_id: id })
  const form = useForm<ProviderDraft>({
    first: read ? draftOf(read) : { value: emptyProvider },
    save: (draft, tag) =>
      call('putSignInProvider', paramsOf(draft.id), {
        body: toProviderChange(draft),
        headers: read ? ifStill(tag) : { 'if-none-match': '*' },
      }),
    ...(read
      ? { reread: async () => draftOf(await readTagged('getSignInProvider', paramsOf(read.value.id))) }
      : {}),
    saved: t('signIns.saved'),
    names,
  })
  const { id, rules } = form.state.draft
  useEffect(() => onRules?.(rules), [rules, onRules])
  const flags = ['addsPeople', 'joinsByEmail', 'keepsRoles', 'isDisabled'] as const
  return (
    <Form of={form} onSaved={onSaved ?? (() => router.go({ page: 'signIn', key: id }))}>
      <section className="panel form-part" aria-label={t('signIns.provider')}>
        <h2>{t('signIns.provider')}</h2>
        {!read && (
          <TextField
            of={form.field('id')}
            label={t('signIns.id')}
            hint={t('signIns.idWhat')}
            autoComplete="off"
            spellcheck={false}
          />
        )}
        <TextField of={form.field('label')} label={t('signIns.label')} hint={t('signIns.labelWhat')} />
        <TextField
          of={form.field('issuer')}
          label={t('signIns.issuer')}
          hint={t('signIns.issuerWhat')}
          type="url"
          spellcheck={false}
        />
        <TextField
          of={form.field('applicationId')}
          label={t('signIns.application')}
          autoComplete="off"
          spellcheck={false}
        />
        <TextField
          of={form.field('secret')}
          label={t('signIns.secret')}
          hint={t(read?.value.secretSetAt === undefined ? 'signIns.secretWhat' : 'signIns.secretKept')}
          type="password"
          autoComplete="off"
        />
        <CheckField
          of={form.field('isPublic')}
          label={t('signIns.isPublic')}
          hint={t('signIns.isPublicWhat')}
        />
        <TextArea of={form.field('domains')} label={t('signIns.domains')} hint={t('signIns.domainsWhat')} />
      </section>
      <section className="panel form-part" aria-label={t('signIns.who')}>
        <h2>{t('signIns.who')}</h2>
        <ClaimRules of={form.field('rules')} label={t('signIns.rules')} hint={t('signIns.rulesWhat')} />
        {flags.map((flag) => (
          <CheckField
            key={flag}
            of={form.field(flag)}
            label={t(`signIns.${flag}`)}
            hint={t(`signIns.${flag}What`)}
          />
        ))}
      </section>
      <section className="panel form-part" aria-label={t('signIns.finer')}>
        <h2>{t('signIns.finer')}</h2>
        <TextField of={form.field('login')} label={t('signIns.claimLogin')} spellcheck={false} />
        <TextField of={form.field('name')} label={t('signIns.claimName')} spellcheck={false} />
        <TextField of={form.field('email')} label={t('signIns.claimEmail')} spellcheck={false} />
        <TextField
          of={form.field('scopes')}
          label={t('signIns.scopes')}
          hint={t('signIns.scopesWhat')}
          spellcheck={false}
        />
        <NumberField
          of={form.field('toleranceSeconds')}
          label={t('signIns.tolerance')}
          hint={t('signIns.toleranceWhat')}
          after={t('signIns.seconds')}
        />
      </section>
    </Form>
  )
}
