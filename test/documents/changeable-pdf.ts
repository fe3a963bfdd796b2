// PDFs whose look can change: a page that says EUR 1000, and what draws something else, or may.
import { pdfOfObjects, stream } from './hostile.ts'

interface Parts {
  /** Of the catalogue. */
  readonly catalog?: string
  /** Of the page. */
  readonly page?: string
  /** Of the resources of the page. */
  readonly resources?: string
  readonly content?: string
  /** Numbered from 10. */
  readonly more?: readonly string[]
}

const price = 'BT /F1 24 Tf 20 60 Td (EUR 1000) Tj ET'

/** One page with a price, and these parts. */
export const changeablePdf = ({
  catalog = '',
  page = '',
  resources = '',
  content = price,
  more = [],
}: Parts): Buffer =>
  pdfOfObjects([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 120] /Contents 5 0 R
      /Resources << /Font << /F1 3 0 R >> ${resources} >> ${page} >>`,
    stream(content),
    ...['6', '7', '8', '9'].map(() => 'null'),
    ...more,
  ])

/** An appearance that covers what is below it, and says something else. */
const covering = (text: string): string =>
  stream(
    `1 1 1 rg 0 0 160 40 re f 0 0 0 rg BT /F1 24 Tf 0 10 Td (${text}) Tj ET`,
    '/Type /XObject /Subtype /Form /BBox [0 0 160 40] /Resources << /Font << /F1 3 0 R >> >>',
  )

/** A note over the price, with these flags. */
export const noteOverPrice = (flags: number, more = ''): Buffer =>
  changeablePdf({
    page: '/Annots [10 0 R]',
    more: [
      `<< /Type /Annot /Subtype /Stamp /Rect [20 50 180 90] /F ${flags} /AP << /N 11 0 R >> ${more} >>`,
      covering('EUR 999999'),
    ],
  })

const layered = (properties: string, group: string, content: string): Buffer =>
  changeablePdf({
    catalog: `/OCProperties << /OCGs [10 0 R] /D << ${properties} >> >>`,
    resources: '/Properties << /L 10 0 R >>',
    content,
    more: [`<< /Type /OCG /Name (Price) ${group} >>`],
  })

const onLayer = (text: string) =>
  `${price} /OC /L BDC 1 1 1 rg 20 50 160 40 re f 0 0 0 rg BT /F1 24 Tf 20 60 Td (${text}) Tj ET EMC`
const field = (properties: string, shown = 'EUR 1000', form = ''): Buffer =>
  changeablePdf({
    catalog: `/AcroForm << /Fields [10 0 R] ${form} >>`,
    page: '/Annots [10 0 R]',
    content: '',
    more: [
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (price) /F 4 /Rect [20 50 180 90] ${properties} >>`,
      covering(shown),
    ],
  })
const link = (action: string): Buffer =>
  changeablePdf({
    page: '/Annots [10 0 R]',
    more: [`<< /Type /Annot /Subtype /Link /Rect [20 50 180 90] /Border [0 0 0] /A << /S ${action} >> >>`],
  })

const tint = (ends: string): string => `<< /FunctionType 2 /Domain [0 1] /N 1 /C0 ${ends} >>`

/** For each trait a PDF that has it, and no other. */
export const pdfsWithTraits = {
  Printed: noteOverPrice(36),
  Shown: noteOverPrice(0),
  Hidden: noteOverPrice(2),
  Undrawn: changeablePdf({
    page: '/Annots [<< /Type /Annot /Subtype /Square /F 4 /Rect [20 50 180 90] /IC [1 1 1] >>]',
  }),
  Comment: changeablePdf({
    page: '/Annots [10 0 R]',
    more: [
      '<< /Type /Annot /Subtype /Highlight /F 4 /Rect [20 50 180 90] /QuadPoints [20 90 180 90 20 50 180 50] /Contents (Too much.) /AP << /N 11 0 R >> >>',
      covering('EUR 1000'),
    ],
  }),
  Icon: changeablePdf({
    page: '/Annots [<< /Type /Annot /Subtype /Text /F 4 /Rect [20 50 40 70] /Contents (Too much.) >>]',
  }),
  Layer: layered(
    '/ON [10 0 R]',
    '/Usage << /View << /ViewState /OFF >> /Print << /PrintState /ON >> >>',
    onLayer('EUR 999999'),
  ),
  Field: field('/V (EUR 999999) /AP << /N 11 0 R >>'),
  Redrawn: field('/V (EUR 1000) /AP << /N 11 0 R >>', 'EUR 1000', '/NeedAppearances true'),
  Unvalued: field('/V (EUR 1000)'),
  Xfa: changeablePdf({
    catalog: '/AcroForm << /Fields [] /XFA 10 0 R >>',
    more: [stream('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>')],
  }),
  Dynamic: changeablePdf({
    catalog: '/NeedsRendering true /AcroForm << /Fields [] /XFA 10 0 R >>',
    more: [stream('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>')],
  }),
  Program: changeablePdf({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' }),
  Launch: link('/Launch /F (calc.exe)'),
  Switch: link('/Hide /T (price)'),
  Media: changeablePdf({
    page: '/Annots [10 0 R]',
    more: ['<< /Type /Annot /Subtype /Movie /F 4 /Rect [20 50 180 90] /Movie << /F (a.mpg) >> >>'],
  }),
  Alternate: changeablePdf({
    resources: '/XObject << /Im 10 0 R >>',
    content: `${price} q 20 0 0 20 150 20 cm /Im Do Q`,
    more: [
      stream(
        '0',
        '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /Alternates [<< /Image 11 0 R /DefaultForPrinting true >>]',
      ),
      stream(
        'z',
        '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
      ),
    ],
  }),
  Ink: changeablePdf({
    resources: `/ColorSpace << /S [/Separation /Black /DeviceCMYK ${tint('[0 0 0 0] /C1 [0 0 0 0]')}] >>`,
    content: `${price} /S cs 1 scn 20 20 160 20 re f`,
  }),
  Press: changeablePdf({
    resources: '/ExtGState << /G << /Type /ExtGState /OP true /op true /OPM 1 >> >>',
    content: '1 0 0 0 k 20 20 160 80 re f /G gs 0 0 1 0 k 40 40 80 40 re f',
  }),
  Area: changeablePdf({ catalog: '/ViewerPreferences << /PrintArea /MediaBox >>' }),
  External: changeablePdf({
    resources: '/XObject << /Im 10 0 R >>',
    more: [
      stream('', '/Type /XObject /Subtype /Image /Width 1 /Height 1 /F (http://elsewhere.example/picture)'),
    ],
  }),
  Attachment: changeablePdf({
    catalog: '/Names << /EmbeddedFiles << /Names [(a.txt) 10 0 R] >> >>',
    more: ['<< /Type /Filespec /F (a.txt) /EF << /F 11 0 R >> >>', stream('other terms')],
  }),
} as const

const annotation = (subtype: string, more: string): Buffer =>
  changeablePdf({
    page: `/Annots [<< /Type /Annot /Subtype /${subtype} /F 4 /Rect [20 50 180 90] ${more} >>]`,
  })

/** What a press would print of those with its inks and settings, if it followed a screen. */
export const asOnScreen = {
  // white, and not black ink
  Ink: changeablePdf({ content: `${price} 0 0 0 0 k 20 20 160 20 re f` }),
  // one over the other, and not both
  Press: changeablePdf({ content: '1 0 0 0 k 20 20 160 80 re f 0 0 1 0 k 40 40 80 40 re f' }),
} as const

const bareField = (properties: string): Buffer =>
  changeablePdf({
    catalog: '/AcroForm << /Fields [10 0 R] >>',
    page: '/Annots [10 0 R]',
    more: [`<< /Type /Annot /Subtype /Widget /T (price) /F 4 /Rect [20 50 180 90] ${properties} >>`],
  })

/** What readers draw of their own, without a look in the file. */
export const undrawnPdfs = {
  square: pdfsWithTraits.Undrawn,
  circle: annotation('Circle', '/C [1 0 0]'),
  line: annotation('Line', '/C [1 0 0] /L [20 50 180 90]'),
  polygon: annotation('Polygon', '/C [1 0 0] /Vertices [20 50 180 50 90 90]'),
  ink: annotation('Ink', '/C [1 0 0] /InkList [[20 50 180 90]]'),
  highlight: annotation('Highlight', '/C [1 1 0] /QuadPoints [20 90 180 90 20 50 180 50]'),
  strikeOut: annotation('StrikeOut', '/C [1 0 0] /QuadPoints [20 90 180 90 20 50 180 50]'),
  caret: annotation('Caret', '/C [1 0 0]'),
  stamp: annotation('Stamp', '/Name /Draft'),
  text: annotation('FreeText', '/Contents (EUR 999999) /DA (/Helv 12 Tf 0 g)'),
  border: changeablePdf({
    page: '/Annots [<< /Type /Annot /Subtype /Link /Rect [20 50 180 90] /Border [0 0 5] /A << /S /URI /URI (https://a.example) >> >>]',
  }),
  button: bareField('/FT /Btn /Ff 65536 /MK << /CA (EUR 999999) >>'),
  coloured: bareField('/FT /Tx /MK << /BG [1 1 1] >>'),
  sizeless: changeablePdf({
    page: '/Annots [10 0 R]',
    more: [
      '<< /Type /Annot /Subtype /Square /F 4 /Rect [20 50 180 90] /IC [1 1 1] /AP << /N 11 0 R >> >>',
      stream('', '/Type /XObject /Subtype /Form /BBox [0 0 0 0]'),
    ],
  }),
} as const

/** With more of one kind. */
export const otherChangeablePdfs = {
  layerThatIsShown: layered(
    '/ON [10 0 R]',
    '/Usage << /Print << /PrintState /OFF >> >>',
    onLayer('EUR 2000'),
  ),
  layerThatIsOff: layered('/BaseState /OFF', '', onLayer('EUR 999999')),
  textAfterHidden: layered(
    '/OFF [10 0 R]',
    '',
    'BT /F1 24 Tf 20 60 Td /OC /L BDC (EUR 999) Tj EMC (1000) Tj ET',
  ),
  tickedBox: changeablePdf({
    catalog: '/AcroForm << /Fields [10 0 R] >>',
    page: '/Annots [10 0 R]',
    more: [
      '<< /Type /Annot /Subtype /Widget /FT /Btn /T (agreed) /F 4 /Rect [20 20 40 40] /V /Yes /AS /Yes >>',
    ],
  }),
  redrawnNowhere: changeablePdf({ catalog: '/AcroForm << /Fields [] /NeedAppearances true >>' }),
  /** Names of resources that are also those of settings, one of them of a colour space with a function. */
  namedAlike: changeablePdf({
    resources: `/ColorSpace << /TR [/Indexed /DeviceRGB 0 <000000>] /BG /DeviceRGB >> /ExtGState << /TR << /TR /Identity /OP false >> /UCR << /SMask << /S /Luminosity /G 10 0 R /TR ${tint('[0] /C1 [1]')} >> >> >>`,
    more: [covering('EUR 1000')],
  }),
  transfer: changeablePdf({
    resources: `/ExtGState << /G << /TR [/Identity ${tint('[1] /C1 [0]')} /Identity /Identity] /HT << /Type /Halftone /HalftoneType 1 /TransferFunction ${tint('[1] /C1 [0]')} >> >> >>`,
  }),
  manyInks: changeablePdf({
    resources: `/ColorSpace << /S [/DeviceN [/Black /Gold] /DeviceGray ${tint('[1] /C1 [0]').replace('[0 1]', '[0 1 0 1]')} << /Subtype /NChannel >>] >>`,
  }),
  invoice: changeablePdf({
    catalog: '/Names << /EmbeddedFiles << /Names [(a) 10 0 R (b) 12 0 R] >> >>',
    more: [
      '<< /Type /Filespec /F (factur-x.xml) /EF << /F 11 0 R >> >>',
      stream('<rsm:CrossIndustryInvoice/>'),
      '<< /Type /Filespec /F (x) /UF <FEFF00540065 0072006D0073202E002E007000640066> /EF << /F 11 0 R >> >>',
    ],
  }),
  hiddenPicture: changeablePdf({
    catalog: '/OCProperties << /OCGs [10 0 R] /D << /OFF [10 0 R] >> >>',
    resources: '/XObject << /X 11 0 R >>',
    content: `${price} q 1 0 0 1 20 50 cm /X Do Q`,
    more: ['<< /Type /OCG /Name (Price) >>', covering('EUR 999999').replace('/Type', '/OC 10 0 R /Type')],
  }),
}
