// Every operation of the web apps. What is not here answers 404.
import type { Operation } from '../operation.ts'
import {
  addUpload,
  deleteDamageMark,
  deletePhoto,
  deleteUpload,
  deleteVideo,
  getUpload,
  patchUpload,
  putDamageMark,
  putPhoto,
  putSignature,
} from './media.ts'

export const operations: readonly Operation[] = [
  putPhoto,
  deletePhoto,
  addUpload,
  getUpload,
  patchUpload,
  deleteUpload,
  deleteVideo,
  putDamageMark,
  deleteDamageMark,
  putSignature,
]
