// Those who have not chosen a password yet: until when the link works, what became of the mail, a new link, and taking it back.
import type { Invitation, MadeInvitation } from '@walkaround/contract/app/logins.ts'
import { useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ConfirmSheet } from '../../../office/form/confirm-sheet.tsx'
import { Rest } from '../../../office/ui/rest.tsx'
import { useSteps } from '../../../office/ui/use-steps.ts'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { Button } from '../../../workshop/ui/parts.tsx'
import { toast } from '../../../workshop/ui/toast.tsx'
import { useWords } from '../../app/words.ts'
import { useBranchWords } from './branch-words.ts'
import { LinkSheet } from './link-sheet.tsx'

interface Props {
  invitations: readonly Invitation[]
  onChanged: () => void
}

export function InvitationList({ invitations, onChanged }: Props) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [made, setMade] = useState<MadeInvitation>()
  const [leaving, leave] = useState<Invitation>()
  const [error, setError] = useState<Error>()
  const [shown, end] = useSteps(invitations, client.id)
  if (invitations.length === 0 && !made) return null
  const paramsOf = ({ id }: Invitation) => ({ system_client_id: client.id, invitation_id: id })
  const renew = async (invitation: Invitation) => {
    setError(undefined)
    try {
      setMade(await call('renewInvitation', paramsOf(invitation)))
      onChanged()
    } catch (failure) {
      setError(failure as Error)
    }
  }
  return (
    <section className="panel" aria-label={t('people.invitations')}>
      <h2>{t('people.invitations')}</h2>
      {error && <RefusalNote error={error} />}
      <ul className="rows">
        {invitations.slice(0, shown).map((invitation) => (
          <Row
            key={invitation.id}
            invitation={invitation}
            onRenew={() => renew(invitation)}
            onLeave={() => leave(invitation)}
          />
        ))}
      </ul>
      <Rest of={invitations} shown={shown} end={end} />
      {made && <LinkSheet made={made} onClose={() => setMade(undefined)} />}
      {leaving && (
        <ConfirmSheet
          title={t('people.withdraw')}
          word={t('people.withdraw')}
          onConfirm={async () => {
            await call('deleteInvitation', paramsOf(leaving))
            toast(t('people.withdrawn'))
            onChanged()
          }}
          onClose={() => leave(undefined)}
        >
          {t('people.withdrawWhat', { name: leaving.name })}
        </ConfirmSheet>
      )}
    </section>
  )
}

function Row(props: { invitation: Invitation; onRenew: () => void; onLeave: () => void }) {
  const { t, date } = useWords()
  const branchWords = useBranchWords()
  const { name, login, role, branches, kind, isOver, expiresAt, sentTo, mail, mailFailure, mayChange } =
    props.invitation
  return (
    <li>
      <div className="row-words">
        <p>
          <strong>{name}</strong> <span className="soft">{login}</span>
        </p>
        <p className="soft">
          {kind === 'password'
            ? t('people.passwordWaits')
            : `${t(`settings.role.${role}`)} · ${branchWords(branches)}`}
          {' · '}
          {isOver ? t('people.over') : t('people.until', { day: date(expiresAt) })}
          {sentTo !== undefined && mail !== undefined && ` · ${t(`people.mail.${mail}`, { email: sentTo })}`}
        </p>
        {mailFailure !== undefined && (
          <p className="row-bad" lang="en">
            {mailFailure}
          </p>
        )}
      </div>
      {mayChange && (
        <div className="actions">
          <Button onClick={props.onRenew} aria-label={`${t('people.newLink')}: ${name}`}>
            {t('people.newLink')}
          </Button>
          <Button look="quiet" onClick={props.onLeave} aria-label={`${t('people.withdraw')}: ${name}`}>
            {t('people.withdraw')}
          </Button>
        </div>
      )}
    </li>
  )
}
