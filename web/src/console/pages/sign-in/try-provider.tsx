// Tries a provider before people meet it: what it says of itself, and what the claims of somebody would give.
import type { ClaimPreview, ProviderTest } from '@walkaround/contract/app/sign-in-providers.ts'
import { useId, useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { Icon } from '../../../workshop/ui/icons.tsx'
import { Button, Note } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'
import { type ProviderDraft, toRules } from './provider-draft.ts'

const example = '{\n  "email": "pat@dealer.example",\n  "name": "Pat Lang",\n  "groups": ["workshop"]\n}'

/** `rules`: as they stand in the form, saved or not. */
export function TryProvider({ id, rules }: { id: string; rules: ProviderDraft['rules'] }) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id, provider_id: id }
  const field = useId()
  const [claims, setClaims] = useState(example)
  const [tested, setTested] = useState<ProviderTest>()
  const [given, setGiven] = useState<ClaimPreview>()
  const [busy, setBusy] = useState<'test' | 'preview'>()
  const [error, setError] = useState<Error>()
  const attempt = async (what: 'test' | 'preview', work: () => Promise<void>) => {
    setBusy(what)
    setError(undefined)
    try {
      await work()
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setBusy(undefined)
    }
  }
  const test = () => {
    setTested(undefined)
    return attempt('test', async () => setTested(await call('testSignInProvider', params)))
  }
  // What the former claims gave does not stand beside a refusal of these.
  const preview = () => {
    setGiven(undefined)
    return attempt('preview', async () =>
      setGiven(await call('previewClaims', params, { body: { claims, rules: toRules(rules) } })),
    )
  }
  return (
    <section className="panel form-part" aria-label={t('signIns.try')}>
      <h2>{t('signIns.try')}</h2>
      {error && <RefusalNote error={error} />}
      <div className="actions">
        <Button aria-busy={busy === 'test'} disabled={busy !== undefined} onClick={test}>
          {t('signIns.test')}
        </Button>
      </div>
      <div role="status">{tested && <Findings of={tested} />}</div>
      <div className="field form-field">
        <label htmlFor={field}>{t('signIns.claims')}</label>
        <textarea
          id={field}
          className="mono"
          rows={6}
          spellcheck={false}
          value={claims}
          onInput={({ currentTarget: { value } }) => setClaims(value)}
        />
        <p className="soft">{t('signIns.claimsWhat')}</p>
      </div>
      <div className="actions">
        <Button aria-busy={busy === 'preview'} disabled={busy !== undefined} onClick={preview}>
          {t('signIns.preview')}
        </Button>
      </div>
      <div role="status">{given && <Given of={given} />}</div>
    </section>
  )
}

function Findings({ of: { findings, isReached } }: { of: ProviderTest }) {
  const { t } = useWords()
  return (
    <>
      <Note
        tone={isReached ? 'good' : 'soon'}
        title={t(isReached ? 'signIns.reached' : 'signIns.notReached')}
      />
      <ul className="findings-of-test">
        {findings.map(({ what, isFine, said }) => (
          <li key={what}>
            <Icon name={isFine ? 'fine' : 'advise'} size={18} />
            <span>
              {t(`signIns.finding.${what}`)}: {t(isFine ? 'signIns.fine' : 'signIns.lookAt')}
              {said !== undefined && <span lang="en"> ({said})</span>}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Given({
  of: { role, login = '', name = '', branches, unknownBranches = [] },
}: {
  of: ClaimPreview
}) {
  const { t } = useWords()
  const { client } = useSignedIn()
  if (role === undefined) return <Note tone="soon" title={t('signIns.wouldRefuse')} />
  const where =
    branches?.map((id) => client.branches.find((branch) => branch.id === id)?.name ?? id).join(', ') ??
    t('signIns.everywhere')
  return (
    <Note
      tone="good"
      title={t('signIns.wouldGive', { name, login, role: t(`settings.role.${role}`), where })}
    >
      {unknownBranches.length > 0 && t('signIns.unknownBranches', { branches: unknownBranches.join(', ') })}
    </Note>
  )
}
