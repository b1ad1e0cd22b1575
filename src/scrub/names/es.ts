/** First names, lower case. */
export const FIRST_NAMES_ES = `
aarón abel abril adela adolfo adriana adrián agustina agustín aitana aitor alba alberto alejandra alejandro
alfonso alfredo alicia alma almudena alonso amador amalia amanda amaya amparo ana andrea andrés anselmo
antonia antonio araceli ariadna armando arturo aránzazu asunción aurelio aurora azucena bartolomé beatriz
begoña belén benito benjamín berta blanca borja bruno brígida buenaventura bárbara camila camilo candela
carla carlos carlota carmelo carmen carolina casandra casimiro catalina cayetana cecilia celia chema clara
claudia claudio clemente clotilde concepción concha conchi consuelo coral cristian cristina cristóbal cruz
cándido césar daniel daniela dario david delia desiré diana diego dolores domingo dorotea dositeo débora
edgar edmundo eduardo elena eleuterio elisa eloy elsa elvira elías emilia emilio emma encarna encarnación
enrique enriqueta ernesto esperanza esteban estefanía estela ester esther estrella eugenia eugenio eulalia
eusebio eva evaristo fabián federico feliciano felipe felisa fermín fernanda fernando fidel florencia
florencio francisca francisco fulgencio fátima félix gabriel gabriela gema genoveva gerardo germán gloria
gonzalo graciela gregorio guadalupe guillermina guillermo gumersindo gustavo hermenegildo herminia hilario
hugo humberto héctor idoia ignacio iker ildefonso inmaculada inocencio inés irene iria irma isaac isabel
isidoro isidro ismael iván izaskun jacinta jacinto jacobo jaime javier jerónimo jesús jimena joan joaquina
joaquín jordi jorge josefa josefina josep josé juan juana judit julia juliana julio julián justo karina laia
lara laura leandro leire leocadia leonardo leonor leticia lidia lola lorena lorenzo lourdes lucas luciano
lucía luis luisa luz macarena magdalena manolo manuel manuela mar marc marcela marcelino marcelo marcos
margarita mariana mariano maribel marina mario marisa marisol marta martina martín maría mateo matilde
matías mauricio maxi mayte mercedes merche miguel milagros minerva miriam montse montserrat máximo mónica
nacho nadia narciso natalia nekane nerea nicanor nicolás nieves noa noelia nora norberto nuria octavio
ofelia olga oriol pablo paca paco paloma pascual patricia patricio paula paulino pedro pepa pepe pilar
plácido poncio primitivo purificación queralt quique rafa rafael raimundo ramiro ramona ramón raquel raúl
rebeca regina remedios renata ricardo rita roberto rocío rodolfo rodrigo rogelio romualdo román rosa rosalía
rosario rosaura rubén rufino ruth salvador samuel sandra santiago santos sara saúl sebastián secundino
segismundo serafín sergio silvestre silvia simón sofía sol soledad sonia susana tamara tatiana telmo teo
teodoro teresa tomasa tomás trinidad unai valentina valentín valeria vanesa vera verónica vicenta vicente
victoria vidal violeta virginia virtudes víctor wenceslao xabier xavi xavier ximena yago yaiza yolanda zoe
zoraida álvaro ángel ángela ángeles óscar úrsula
`
