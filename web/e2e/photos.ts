// Photos as people take and find them: the camera over the screen, the strip of a finding or a mark. In English.
import type { Locator, Page } from 'playwright-core'

export const cameraOf = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Take photos', exact: true })
export const shutterOf = (page: Page): Locator =>
  cameraOf(page).getByRole('button', { name: 'Take a photo', exact: true })
export const shotsOf = (page: Page): Locator => cameraOf(page).getByRole('listitem')
const closeCamera = async (page: Page): Promise<void> => {
  await cameraOf(page).getByRole('button', { name: 'Done', exact: true }).click()
  await cameraOf(page).waitFor({ state: 'detached' })
}

/** Photos of a finding or a mark that is open, and the way to another one. */
export const photosOf = (page: Page): Locator => page.getByRole('button', { name: /^Photo \d/ })
export const addPhotoTo = (page: Page): Locator => page.getByRole('button', { name: 'Photo', exact: true })
/** One photo in large. */
export const viewerOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Photo', exact: true })

/** With the camera that is there: one photo more. */
export async function takePhoto(page: Page): Promise<void> {
  await addPhotoTo(page).click()
  await shutterOf(page).click()
  await shotsOf(page).first().waitFor()
  await closeCamera(page)
}

/** The camera was opened and there is none. Until the screen says so, the field for pictures may be replaced. */
export async function takeFromDevice(page: Page, buffer: Buffer): Promise<void> {
  await cameraOf(page)
    .getByRole('heading', { name: /camera/i })
    .waitFor()
  await cameraOf(page)
    .getByLabel('Camera app or pictures', { exact: true })
    .setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer })
  await shotsOf(page).first().waitFor()
  await closeCamera(page)
}
