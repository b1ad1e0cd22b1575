import { fold } from '../text/fold.ts'
import { FIRST_NAMES } from './names.ts'

/** Double names count by their first half: Jean-Noël, Ralf-Peter. */
export const isFirstName = (word: string): boolean => {
  const folded = fold(word)
  return FIRST_NAMES.has(folded) || FIRST_NAMES.has(folded.split('-')[0] ?? '')
}

/**
 * Names that are also common words, in the four languages: alone and in lower case, or at the head of a sentence, they are
 * not taken for names without another sign.
 */
const COMMON: ReadonlySet<string> = new Set(
  `will grace rose mark joy may amber hunter faith hope penny june april august art bill bob carol chase christian dale dawn
   dean drew eve frank gene grant guy heath holly iris ivy jack jade jay jean joy kay lance lane lee lily miles nick olive
   pat pearl penny pete ray reed rich robin rob rod roman ruby sandy saul sky stone summer sue ted tony troy victor wade
   ward west will woody abril alba amparo alma angel angeles aurora blanca candela clara clemente concha consuelo coral
   cruz dolores domingo encarnacion esperanza estrella gloria inmaculada justo leon luz mar mercedes milagros nieves noa
   olivia paloma pilar placido primitivo rosa rosario santos salvador segundo sol soledad victoria violeta virtudes
   ambre ange aurore blanche brice capucine cerise celeste claire clemence constance desire fleur flore france
   franc jade jasmin loup luce marguerite marine mars melodie neige noel olive pascal perle pierre prosper prune reine
   rose victoire violette wolf sommer winter ernst ende rein linde heide erika rosa sonne stern wolke frank gold
   berg klein gross lang kurz neu alt schwarz weiss braun grimm russ faden renard lion bon petit grand fort roi reine
   blanco rubio moreno delgado bravo rey prado campo flores leal max mine ole ben till uli kai dan sam ali max ama mia
   van de la le du el los las von der den an am im max elle toi moi can sol fe paz pia ida
   rita carmen mercedes major nell rex bell king prince duke earl baker cook smith miller young white black brown green
   hill wood field park brook lake moon star snow frost bush fox wolf bird finch swan lamb bishop abbot pope
   page reader marsh peacock price gray grey long short min per jan jun mai ute beat siri liv ola ana said sean anh mi nam thi wei dot cass gus`
    .trim()
    .split(/\s+/),
)
export const isCommonWord = (word: string): boolean => COMMON.has(fold(word))
