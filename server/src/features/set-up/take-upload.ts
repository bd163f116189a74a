// Takes the posted backup to the disk as it arrives, and looks whether it can be opened.
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { SetUpUploadRefusal } from '@walkaround/contract/set-up-page.ts'
import { type BackupSecret, openLock } from '../../db/backup-cipher.ts'
import { BackupError } from '../../db/backup-error.ts'
import { MultipartError, type PostedFile, takeMultipart } from '../../lib/multipart-body.ts'
import type { RestoreWish } from './first-start.ts'

export const dropUpload = ({ file }: RestoreWish): Promise<void> => rm(file, { force: true })

export async function takeUpload(
  folder: string,
  posted: PostedFile,
): Promise<RestoreWish | SetUpUploadRefusal> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${randomBytes(9).toString('base64url')}.backup`)
  const texts = new Map<string, string>()
  let fileName = ''
  try {
    await takeMultipart(posted, {
      text: (name, value) => void texts.set(name, value.trim()),
      async file(_name, given, content) {
        fileName = given
        await pipeline(content, createWriteStream(file, { mode: 0o600 }))
      },
    })
    const refused = await refusalOf(file, fileName, texts)
    if (!refused) {
      const [secret, key] = [texts.get('secret'), texts.get('key')]
      return {
        file,
        fileName,
        ...(secret ? { secret } : {}),
        ...(key ? { key } : {}),
        isWithoutKey: texts.has('withoutKey'),
      }
    }
    await rm(file, { force: true })
    return refused
  } catch (error) {
    await rm(file, { force: true })
    if (error instanceof MultipartError) return 'broken'
    throw error
  }
}

async function refusalOf(
  file: string,
  fileName: string,
  texts: ReadonlyMap<string, string>,
): Promise<SetUpUploadRefusal | undefined> {
  if (fileName === '') return 'noFile'
  if (texts.get('key') && !isKeyText(texts.get('key') as string)) return 'key'
  try {
    await openLock(file, async (kind) => toSecret(kind, texts.get('secret')))
    return undefined
  } catch (error) {
    if (error instanceof BackupError) return 'passphrase'
    throw error
  }
}

/** One or several keys of 32 bytes, as the key file has them. */
const isKeyText = (text: string) => /^(?:[A-Za-z0-9+/]{43}=[\s,]*)+$/.test(text)

/** A backup is encrypted with a passphrase, or with a key as base64. */
export const toSecret = (kind: 'passphrase' | 'key', text: string | undefined): BackupSecret | undefined =>
  text === undefined || text === ''
    ? undefined
    : kind === 'key'
      ? { key: Buffer.from(text, 'base64') }
      : { passphrase: text }
