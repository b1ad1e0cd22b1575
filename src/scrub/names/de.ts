/** First names, lower case. */
export const FIRST_NAMES_DE = `
achim adelheid adolf agathe agnes albert albrecht alexander alexandra alfons alfred ali alice alina alma
aloisia alwine amelie andrea andreas anett angela angelika anita anja anke anna annegret anneliese annemarie
annette annika anselm ansgar antje anton antonia armin arne arnold arthur astrid august axel ayse babette
balthasar barbara bastian beate beatrice ben benedikt benjamin benno bernd bernhard berta berthold bettina
bianca birgit birte björn bodo boris brigitte britta bruno burkhard carina carl carla carmen carola carolin
carsten caspar cem charlotte christa christel christian christiane christina christine christof christoph
clara claudia clemens conny constanze cord cordula corinna cornelia cäcilia dagmar dana daniel daniela david
denise dennis detlef dieter dietmar dietrich dirk dominik dora doris dorothea dörte eberhard eckhard edda
edeltraud edgar edith eduard egon eleonore elfriede elias elisabeth elise eliska elke ella ellen elmar else
elvira emil emilia emma emre enno erich erik erika erna ernst erwin esther eugen eva evelyn ewald fabian
falk fatma felicitas felix ferdinand finn florian frank franz franziska frauke freya frida frieda friederike
friedhelm friedrich fritz gabi gabriele gebhard georg gerald gerd gerda gerhard gerlinde gernot gero gerold
gertrud gesa gesine gisela gottfried gregor greta gudrun gundula gunnar gustav günter günther hanna hannah
hannelore hannes hans harald hartmut hasan hedwig heide heidemarie heidi heike heiko heiner heino heinrich
heinz helene helga helge helmut hendrik henning henriette henrik herbert hermann hermine herta hilde
hildegard hinnerk hinrich hoa holger horst hubert hugo ida ilka ilona ilse imke ines inga inge ingeborg ingo
ingrid irene irina iris irma irmgard isabel isabell isolde ivonne jakob jan jana janina jannik jasmin jens
jessica joachim jochen johann johanna johannes jolanta jonas jonathan josef josefine judith julia julian
juliane julius jutta jörg jürgen kai karin karl karla karolin karsten katarina katharina kathrin katja
katrin kerstin kevin kilian klara klaus knut konrad konstantin korbinian kristina kurt lara lars laura lea
lena leni lennard leo leon leonie leopold lieselotte lilli lina linda linus lisa lore lorenz lothar lotta
lotte louis luca ludger ludwig luisa luise lukas lutz lydia magda magdalena maik maja malte mandy manfred
manuel manuela marc marcel marco maren margarete margit margot maria marianne marie marielle marina mario
marion marius markus marlene marlies marta marten martha martin martina mathias mathilde matthias maurice
max maximilian mechthild mehmet meike melanie meta mia michael michaela milena mina mira miriam monika
moritz mustafa nadine nadja natalie natascha nele nico nicole niklas niko nils nina noah nora norbert norman
olaf ole olga oliver ortrud oskar oswald otto pascal patricia patrick paul paula pauline peer peter petra
philipp pia rainer ralf ralph ramona raphael rasmus rebecca regina regine reiner reinhard reinhold renate
rene resi ricarda richard rita robert robin roland rolf roman ronja ronny rosa rosemarie roswitha ruben rudi
rudolf rupert ruth sabine sabrina samuel sandra sara sarah sascha saskia sebastian selma severin sibylle
siegbert siegfried sieglinde sigrid silke silvia simon simone sina sofia sonja sophia sophie stefan stefanie
steffen steffi stephan susanne svea sven svenja swantje sylvia tabea tamara tanja tatjana thea theo theodor
theresa therese thies thomas thorsten tilda till tim timo tina tobias tom tomas torben torsten traudl trude
udo ulf uli ulla ulrich ulrike ursel ursula ute uwe valentin valentina vanessa vera verena veronika viktor
viktoria vincent volker volkmar walburga waldemar walter waltraud wanda wendelin werner wiebke wieland
wilfried wilhelm wilhelmine wilma winfried wolf wolfgang wolfram yannick yasemin yusuf yvonne zoe
`
