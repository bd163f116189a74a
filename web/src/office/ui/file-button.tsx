// Chooses a file. The field lies over a button and is what keyboard and screen readers meet.
import { type FormEvent, useId } from 'preact/compat'

interface Props {
  label: string
  /** Kinds of files, as the field of a page takes them. */
  accept: string
  isBusy: boolean
  onChoose: (file: File) => void
}

export function FileButton({ label, accept, isBusy, onChoose }: Props) {
  const id = useId()
  const choose = (event: FormEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0]
    // The same file can be chosen again once it was mended.
    event.currentTarget.value = ''
    if (file && !isBusy) onChoose(file)
  }
  return (
    <label className={`button plain file-button ${isBusy ? 'busy' : ''}`} htmlFor={id}>
      <span>{label}</span>
      <input id={id} type="file" accept={accept} aria-busy={isBusy} onChange={choose} />
    </label>
  )
}
