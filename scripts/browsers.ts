// Where a Chromium may be installed.
import { existsSync } from 'node:fs'

/** Takes less of the processor for the same pages. */
const withoutWindow = '/usr/bin/chromium-headless-shell'
const withWindow = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
/** In the order of preference. */
export const browserPaths = [withoutWindow, ...withWindow]

const isThere = (path: string) => existsSync(path)
export const findBrowser = (): string | undefined => browserPaths.find(isThere)
/** For measurements beside the browser that most people have. */
export const findBrowserWithWindow = (): string | undefined => withWindow.find(isThere)
