// The link of an invitation, shown once: to be copied, scanned with a telephone, or printed as a slip.
import type { MadeInvitation } from '@walkaround/contract/app/logins.ts'
import { useSignedIn } from '../../../office/app/context.tsx'
import { SecretBox } from '../../../office/form/secret-box.tsx'
import { QrCode } from '../../../workshop/screens/handover/qr.tsx'
import { Button, Note } from '../../../workshop/ui/parts.tsx'
import { Sheet } from '../../../workshop/ui/sheet.tsx'
import { useWords } from '../../app/words.ts'

export function LinkSheet({ made, onClose }: { made: MadeInvitation; onClose: () => void }) {
  const { t, date } = useWords()
  const { client } = useSignedIn()
  const { name, login, link, expiresAt, sentTo, kind } = made
  return (
    <Sheet
      title={t(kind === 'join' ? 'people.linkFor' : 'people.passwordLinkFor', { name })}
      onClose={onClose}
      footer={
        <div className="actions">
          <Button icon="page" onClick={() => window.print()}>
            {t('people.printSlip')}
          </Button>
          <Button look="main" onClick={onClose}>
            {t('people.done')}
          </Button>
        </div>
      }
    >
      <div className="made-link">
        {sentTo !== undefined && <Note tone="good" title={t('people.mailGoes', { email: sentTo })} />}
        <SecretBox label={t('people.link')} secret={link} />
        <div className="slip">
          <h3>{client.name}</h3>
          <p>
            {name} · {login}
          </p>
          <QrCode text={link} label={t('people.qr')} />
          <p className="slip-link">{link}</p>
          <p>{t('people.slip', { day: date(expiresAt) })}</p>
        </div>
      </div>
    </Sheet>
  )
}
