// Languages to choose from, by the names the browser has for them.

const locales = [
  'en-GB',
  'en-US',
  'en-AU',
  'en-NZ',
  'en-CA',
  'en-IE',
  'en-IN',
  'en-SG',
  'en-ZA',
  'cs-CZ',
  'da-DK',
  'de-AT',
  'de-CH',
  'de-DE',
  'el-GR',
  'es-ES',
  'es-MX',
  'fi-FI',
  'fr-BE',
  'fr-CA',
  'fr-CH',
  'fr-FR',
  'hu-HU',
  'it-CH',
  'it-IT',
  'ja-JP',
  'ko-KR',
  'nb-NO',
  'nl-BE',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'ro-RO',
  'sv-SE',
  'tr-TR',
  'uk-UA',
  'zh-CN',
  'zh-HK',
  'zh-TW',
]

/** Their choices; `current` is one of them whatever it is. */
export function localeNames(current: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(['en-GB'], { type: 'language' })
  const all = locales.includes(current) ? locales : [current, ...locales]
  return all.map((value) => ({ value, label: nameIn(names, value) }))
}

function nameIn(names: Intl.DisplayNames, tag: string): string {
  try {
    return names.of(tag) ?? tag
  } catch {
    return tag
  }
}
