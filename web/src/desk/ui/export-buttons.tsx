// Takes what is shown along: as CSV, as JSON, on paper.
import { Button } from '../../workshop/ui/parts.tsx'
import { useWords } from '../app/words.tsx'
import { download, type Sheet } from './download.ts'

/** `make` is called with the tap: rows need not be made for nobody. */
export function ExportButtons({ make, canPrint = false }: { make: () => Sheet; canPrint?: boolean }) {
  const { t } = useWords()
  return (
    <div className="actions export no-print">
      {(['csv', 'json'] as const).map((kind) => (
        <Button key={kind} look="quiet" icon="save" onClick={() => download(make(), kind)}>
          {kind.toUpperCase()}
        </Button>
      ))}
      {canPrint && (
        <Button look="quiet" icon="page" onClick={() => window.print()}>
          {t('desk.print')}
        </Button>
      )}
    </div>
  )
}
