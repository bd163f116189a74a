// What is printed of an invitation and handed to the person: whose it is, where it leads, and until when.
import type { MadeInvitation } from '@walkaround/contract/app/logins.ts'
import type { ReactNode } from 'preact/compat'
import { useSignedIn } from '../../../office/app/context.tsx'
import { QrCode } from '../../../workshop/screens/handover/qr.tsx'
import { useWords } from '../../app/words.ts'

interface Props {
  made: MadeInvitation
  /** What the QR code is, for those who do not see it. */
  code: string
  /** On the screen alone. */
  children?: ReactNode
}

export function Slip({ made: { name, login, link, expiresAt }, code, children }: Props) {
  const { t, date } = useWords()
  const { client } = useSignedIn()
  return (
    <div className="slip">
      <h3>{client.name}</h3>
      <p>
        {name} · {login}
      </p>
      <QrCode text={link} label={code} />
      <p className="slip-link">{link}</p>
      <p>{t('people.slip', { day: date(expiresAt) })}</p>
      {children}
    </div>
  )
}
