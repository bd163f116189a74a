// The code that pairs a device, shown once: the device scans it, and the sheet says when it is paired.
import type { TabletCode } from '@walkaround/contract/app/tablets.ts'
import { SecretBox } from '../../../office/form/secret-box.tsx'
import { QrCode } from '../../../workshop/screens/handover/qr.tsx'
import { Button, Note } from '../../../workshop/ui/parts.tsx'
import { Sheet } from '../../../workshop/ui/sheet.tsx'
import { useWords } from '../../app/words.ts'

interface Props {
  code: TabletCode
  isPaired: boolean
  onClose: () => void
}

export function CodeSheet({ code: { name, link, codeExpiresAt }, isPaired, onClose }: Props) {
  const { t, dayTime } = useWords()
  return (
    <Sheet
      title={t('tablets.pair', { name })}
      onClose={onClose}
      footer={
        <div className="actions">
          <Button look="main" onClick={onClose}>
            {t('tablets.done')}
          </Button>
        </div>
      }
    >
      <div role="status">
        {isPaired ? (
          <Note tone="good" title={t('tablets.paired', { name })} />
        ) : (
          <p>{t('tablets.pairWhat', { time: dayTime(codeExpiresAt) })}</p>
        )}
      </div>
      {!isPaired && (
        <div className="tablet-code">
          <QrCode text={link} label={t('tablets.qr')} />
          <SecretBox label={t('tablets.link')} secret={link} />
        </div>
      )}
    </Sheet>
  )
}
