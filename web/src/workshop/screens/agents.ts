// Names a browser in two words people know: Chrome, Android. Pure; undefined if it is unknown.

const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(Macintosh|Mac OS X)\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

export function describeAgent(agent: string | undefined): string | undefined {
  if (agent === undefined) return undefined
  const find = (list: [RegExp, string][]) => list.find(([sign]) => sign.test(agent))?.[1]
  const words = [find(browsers), find(systems)].filter((word) => word !== undefined)
  return words.length > 0 ? words.join(', ') : undefined
}
