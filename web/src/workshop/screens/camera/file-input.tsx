// The device's own camera app or picture library, also if the page may not use the camera.
import type { ChangeEvent } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'

export function FileInput(props: {
  onPicture: (picture: Blob) => Promise<unknown>
  look?: 'plain' | 'main'
}) {
  const { t } = useWords()
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    for (const file of [...(input.files ?? [])]) await props.onPicture(file)
    input.value = ''
  }
  return (
    <label className={`button file-button ${props.look ?? 'plain'}`}>
      <Icon name="device" />
      <span>{t('camera.fromDevice')}</span>
      <input type="file" accept="image/*" capture="environment" multiple onChange={take} />
    </label>
  )
}
