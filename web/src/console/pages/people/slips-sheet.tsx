// The links of several invitations, shown once: each to be copied, and all of them to be printed as slips, one a page.
import type { MadeInvitation } from '@walkaround/contract/app/logins.ts'
import { SecretBox } from '../../../office/form/secret-box.tsx'
import { Button, Note } from '../../../workshop/ui/parts.tsx'
import { Sheet } from '../../../workshop/ui/sheet.tsx'
import { useWords } from '../../app/words.ts'
import { Slip } from './slip.tsx'

export function SlipsSheet({ made, onClose }: { made: readonly MadeInvitation[]; onClose: () => void }) {
  const { t } = useWords()
  const mailed = made.filter(({ sentTo }) => sentTo !== undefined)
  const handed = made.filter(({ sentTo }) => sentTo === undefined)
  return (
    <Sheet
      title={t('people.severalMade', { n: made.length })}
      onClose={onClose}
      footer={
        <div className="actions">
          {handed.length > 0 && (
            <Button icon="page" onClick={() => window.print()}>
              {t('people.printSlips')}
            </Button>
          )}
          <Button look="main" onClick={onClose}>
            {t('people.done')}
          </Button>
        </div>
      }
    >
      <div className="made-link">
        {mailed.length > 0 && (
          <Note tone="good" title={t('people.mailsGo', { n: mailed.length })}>
            {t('people.mailsGoWhat')}
          </Note>
        )}
        {handed.length > 0 && <Note tone="soon" title={t('people.linksOnce')} />}
        <div className="slips">
          {handed.map((one) => (
            <Slip key={one.id} made={one} code={t('people.qrOf', { name: one.name })}>
              <div className="slip-copy">
                <SecretBox label={t('people.linkOf', { name: one.name })} secret={one.link} isQuiet />
              </div>
            </Slip>
          ))}
        </div>
      </div>
    </Sheet>
  )
}
