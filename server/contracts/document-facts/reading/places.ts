// Places whose law contracts choose: states, provinces and countries, under the name that is proposed, with what else
// they are called.

const states =
  'Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming|District of Columbia|Puerto Rico'

const provinces =
  'Alberta|British Columbia|Manitoba|New Brunswick|Newfoundland and Labrador|Nova Scotia|Ontario|Prince Edward Island|Quebec|Saskatchewan'

const countries =
  'Argentina|Australia|Austria|Bahrain|Bangladesh|Belgium|Bermuda|Brazil|British Virgin Islands|Bulgaria|Canada|Cayman Islands|Chile|Colombia|Costa Rica|Croatia|Cyprus|Czech Republic|Denmark|Egypt|England|England and Wales|Estonia|Finland|France|Germany|Ghana|Gibraltar|Greece|Guernsey|Hong Kong|Hungary|Iceland|India|Indonesia|Ireland|Isle of Man|Israel|Italy|Jamaica|Japan|Jersey|Kazakhstan|Kenya|Kuwait|Latvia|Lebanon|Liechtenstein|Lithuania|Luxembourg|Malaysia|Malta|Marshall Islands|Mauritius|Mexico|Monaco|Morocco|Netherlands|New Zealand|Nigeria|Northern Ireland|Norway|Pakistan|Panama|Peru|Philippines|Poland|Portugal|Qatar|Romania|Russia|Saudi Arabia|Scotland|Serbia|Singapore|Slovakia|Slovenia|South Africa|South Korea|Spain|Sri Lanka|Sweden|Switzerland|Taiwan|Thailand|Tunisia|Turkey|Ukraine|United Arab Emirates|United Kingdom|Uruguay|Venezuela|Vietnam|New South Wales|Victoria|Queensland|Western Australia'

const otherNames: readonly (readonly [string, string])[] = [
  ['English', 'England'],
  ['German', 'Germany'],
  ['Federal Republic of Germany', 'Germany'],
  ['French', 'France'],
  ['Swiss', 'Switzerland'],
  ['Dutch', 'Netherlands'],
  ['The Netherlands', 'Netherlands'],
  ['Israeli', 'Israel'],
  ['Irish', 'Ireland'],
  ['Japanese', 'Japan'],
  ['Italian', 'Italy'],
  ['Spanish', 'Spain'],
  ['Swedish', 'Sweden'],
  ['Danish', 'Denmark'],
  ['Norwegian', 'Norway'],
  ['Finnish', 'Finland'],
  ['Belgian', 'Belgium'],
  ['Austrian', 'Austria'],
  ['Indian', 'India'],
  ['Chinese', 'China'],
  ['PRC', 'China'],
  ["People's Republic of China", 'China'],
  ['China', 'China'],
  ['Republic of China', 'Taiwan'],
  ['Republic of Korea', 'South Korea'],
  ['Korea', 'South Korea'],
  ['Scottish', 'Scotland'],
  ['Scots', 'Scotland'],
  ['Russian Federation', 'Russia'],
  ['Québec', 'Quebec, Canada'],
  ['Great Britain', 'United Kingdom'],
  ['UK', 'United Kingdom'],
  ['Hellenic Republic', 'Greece'],
  ['Texan', 'Texas'],
]

// the United States as a whole are no choice of law where a state is named, and are matched last
const lastNames: readonly (readonly [string, string])[] = [
  ['United States of America', 'United States'],
  ['United States', 'United States'],
]

const list = (names: string, called = (name: string) => name) =>
  names.split('|').map((name): readonly [string, string] => [name, called(name)])

/** Names as they are written, small letters, with the name that is proposed for them. */
export const places: ReadonlyMap<string, string> = new Map(
  [
    ...list(states),
    ...list(provinces, (name) => `${name}, Canada`),
    ...list(countries),
    ...otherNames,
    ...lastNames,
  ].map(([written, proposed]) => [written.toLowerCase(), proposed]),
)

const longestName = 5

/** The place whose name starts at the beginning of the text, the longest one. */
export function placeAtStartOf(
  text: string,
): { readonly place: string; readonly length: number } | undefined {
  const words = [...text.slice(0, 80).matchAll(/[\p{L}'.-]{1,30}/gu)].slice(0, longestName)
  for (let count = words.length; count > 0; count--) {
    const last = words[count - 1]
    if (!last) continue
    const end = last.index + last[0].length
    const name = text.slice(0, end).toLowerCase()
    const place = places.get(name.replace(/[.,]$/, '')) ?? places.get(name)
    if (place !== undefined) return { place, length: end }
  }
  return undefined
}
