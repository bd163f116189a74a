// The link of an invitation, shown once: to be copied, scanned with a telephone, or printed as a slip.
import type { MadeInvitation } from '@walkaround/contract/app/logins.ts'
import { SecretBox } from '../../../office/form/secret-box.tsx'
import { Button, Note } from '../../../workshop/ui/parts.tsx'
import { Sheet } from '../../../workshop/ui/sheet.tsx'
import { useWords } from '../../app/words.ts'
import { Slip } from './slip.tsx'

export function LinkSheet({ made, onClose }: { made: MadeInvitation; onClose: () => void }) {
  const { t } = useWords()
  const { name, link, sentTo, kind } = made
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
        <Slip made={made} code={t('people.qr')} />
      </div>
    </Sheet>
  )
}
