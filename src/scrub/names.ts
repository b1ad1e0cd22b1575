/** First names people at English, Spanish, French and German desks have, folded, with the short forms that they sign with. */
export const FIRST_NAMES: ReadonlySet<string> = new Set(
  `
aaliyah aaron abdul abdullah abebe abel abena abigail abril achim adaeze adam adama ade adebayo adel adela
adele adelheid adeline adnan adolf adolfo adrian adriana adrien agatha agathe agnes agnieszka agustin agustina
ahmad ahmed aicha aidan ailsa aischa aisha aisling aitana aitor akiko akira akua alain alan alba albane albert
alberto albrecht alejandra alejandro aleksander aleksandra alessandro alessia alex alexander alexandra
alexandre alexis alfie alfons alfonso alfred alfredo ali alice alicia alina aline alison alistair alix alma
almudena alois aloisia alonso alvaro alwine ama amador amadou amal amalia amanda amandine amara amaya amber
ambre amelia amelie amina aminata amine amir amira amit amparo amy ana anaelle anahita anais ananya anastasia
anatole anders andre andrea andreas andree andres andrew andrzej anett ange angel angela angele angeles
angelika angus anh anika anil anita anja anjali anke ann anna anne annegret anneliese annemarie annette annick
annie annika anselm anselmo ansgar ante anthony antje antoine antoinette anton antonia antonio anwar aoife
apolline april araceli aram aranzazu arash archie arda ariadna ariana ariane aristide arjun armand armando
armelle armin arnaud arne arnold arthur arturo arvid asha ashley ashok asif astrid asuncion ata aude audrey
august augustin aurele aurelie aurelien aurelio aurora aurore austin autumn ava axel axelle ayaan ayesha aylin
ayse aziz azra azucena babette bahar bakary balthasar baptiste barbara barbora barnabe barnaby barry bartolome
bartosz bashir basil basile bastian bastien baz bea beat beata beate beatrice beatrix beatriz becca becky
begona belen ben benedicte benedikt benito benjamin benji benno benoit berangere berat berenice berk
bernadette bernard bernd bernhard bernice bernie berta berthold bertie bertrand beth bethany bettina betty
beverley bianca bilal bill billie billy binta birgit birte bjorn blaise blake blanca blanche blandine blessing
bob bodo bogdan bojan boris borislav borja brad bradley brandon brenda brian brice bridget brigida brigitte
britta bronwyn brooke bruce bruno bryan buenaventura burak burkhard cacilia caitlin callum cameron camila
camille camilo canan candela candido capucine carina carine carl carla carlo carlos carlota carmelo carmen
carol carola carole carolin carolina caroline carsten casandra casimiro caspar cass cassandre catalina
catarina catherine cathy cayetana cecile cecilia celeste celestin celia celian celine cem cerise cesar ceyda
chandra chantal charles charlie charlotte chema chen cheryl chiara chidi chinedu chioma chloe chris chrissie
christa christel christelle christian christiane christina christine christof christoph christophe christopher
ciara cindy claire clara clare claude claudia claudine claudio clemence clemens clement clemente clementine
clive clothilde clotilde clovis colette colin colm concepcion concha conchi connie connor conny conor
consolacion constanze consuelo coral cord cordula corentin corey corinna corinne cormac cornelia cornelius
craig cristian cristina cristobal cruz crystal cynthia cyprien cyril dagmar dai daiki daisy dale dalia damian
damien dan dana daniel daniela daniele danielle danny daria dario dariusz darnell darren dave david davide
dawn dean debbie debora deborah declan deepak delia delphine denis denise deniz dennis derek dermot
desamparados desire destiny detlef dev dewi diallo diana diane didier diego dieter dietmar dietrich dimitri
dina dirk dmitri dolores domingo dominic dominik dominique donald donna dora doreen doris dorotea dorothea
dorothee dorothy dorte dositeo dot dottie doug douglas dragan drew duncan dusan dylan eberhard ebru eckhard
edda eddie edeltraud edgar edith edmond edmundo edna edouard eduard eduardo edward edwin efe egon eileen ela
elaine elea eleanor elena eleonore eleuterio elfriede eli eliane elias elif elin elina elisa elisabeth elise
eliska eliza elizabeth elke ella ellen ellie elliot elmar elodie eloise eloy elsa else elsie elvira emeka
emeline emil emile emilia emilie emilio emily emine emir emlyn emma emmanuel emmanuelle emre encarna
encarnacion enno enrico enrique enriqueta enzo eoin eric erica erich erik erika erin erna ernest ernesto ernst
ersin erwan erwann erwin esperanza esra esteban estefania estela estelle ester esther estibaliz estrella ethan
ethel etienne eugen eugene eugenia eugenie eugenio eulalia eurydice eusebio eva evan evaristo eve evelyn ewa
ewald fabi fabian fabien fabienne fabrice fadi fahima faisal faith falk fanny farah farid fatih fatima fatma
fatou fatoumata faustine faye federica federico feliciano felicie felicitas felicity felipe felisa felix femi
fenella fenna ferdinand fergus fermin fernand fernanda fernande fernando fidel filip finn fiona flavie fleur
flora florence florencia florencio florent florian fran frances francesca francis francisca francisco francois
francoise frank frankie franz franziska frauke fred freddie frederic frederick frederique fredrik freya frida
frieda friederike friedhelm friedrich fritz fulgencio funda gabi gabin gabriel gabriela gabriele gabrielle
gael gaelle gaetan gail gareth gary gaspard gaston gautier gavin gaz gebhard gema gemma genevieve genoveva
geoff geoffrey geoffroy georg george georges georgia gerald geraldine gerard gerardo gerd gerda gerhard
gerlinde germaine german gernot gero gerold gertrud gesa gesine ghislain ghislaine gilbert gildas gilles
gillian gina ginette ginger giorgio giovanni gisela gisele gitti giulia giuseppe gladys glen glenn gloria
gonzalo goran gordon gottfried grace graciela graham grant grazyna greg gregoire gregor gregorio gregory greta
grzegorz guadalupe gudrun guillaume guillermina guillermo gul gulsen gumersindo gundula gunnar gunter gunther
gus gustav gustave gustavo guy gwen gwenaelle gwyneth hadi hadrien hakan halil halima halina halldor halyna
hamid hamish hamza hana hanif hanna hannah hannelore hannes hannu hans harald harold harriet harry hartmut
haruka haruto harvey hasan hassan hatice hattie hayley hazel heath heather hector hedwig heide heidemarie
heidi heike heiko heiner heino heinrich heinz helen helena helene helga helge helmut heloise hendrik henning
henri henrietta henriette henrik henry herbert hermann hermenegildo hermine herminia herta herve hilario
hilary hilde hildegard hinnerk hinrich hiroshi hoa holger holly honore honorine hope horst howard hubert hugh
hugo hugues huguette humberto hunter huseyin hussein hyun ian ibrahim ida idoia ifeoma ignacio igor iker
ilaria ildefonso ilias ilka ilona ilse imke imogen imran ines inga inge ingeborg ingo ingrid inmaculada
inocencio iona irene iria irina iris irma irmgard isaac isabel isabell isabella isabelle isaure isha isidoro
isidro isla ismael ismail isobel isolde ivan ivana ivo ivonne ivy iwona izaskun jacek jacinta jacinto jack
jackie jacob jacobo jacqueline jacques jade jaime jake jakob jakub jamal james jamie jan jana jane janek janet
janice janina jannik jared jarmila jaroslav jasmin jasmine jason jasper javier jay jean jeanne jeannine jeff
jeffrey jelena jennifer jenny jens jeremy jerome jeronimo jerry jess jesse jessica jesus jewel jill jim jimena
jimmy jin jiri jo joachim joan joanna joanne joao joaquin joaquina jochen joe joel joelle johann johanna
johannes john johnny jolanta jon jonas jonathan joost jordan jordi jorg jorge jose josef josefa josefina
josefine josep joseph josephine josette josh joshua josiane josie josip jovana joy joyce juan juana judit
judith judy jules julia julian juliana juliane julie julien juliette julio julius jun june jurgen justin
justine justo jutta kaan kader kai kalle kalli kamal kamil karan karen karim karin karina karl karla karolin
karolina karsten kasia katarina katarzyna kate kateryna katharina katherine kathi kathleen kathrin kathryn
kathy katie katja katrin kavita kay keisha keith kelly kemal ken kenan kenji kenneth kerem kerry kerstin kevin
khadija khaled khalid kieran kiki kilian kim kimberly kiran kirsty kit klara klaus klausi knut kofi kojo
konrad konstantin korbinian kristina krzysztof ksenia kurt kwame kyle laetitia laia laila lakshmi lale lambert
lamine lance lara larry lars latoya laura laure lauren laurence laurent lawrence layla lea leah leandre
leandro lee leila leire len lena leni lennard lenni leo leocadia leon leonard leonardo leonie leonor leopold
lesley leslie leticia lewis leyla liam lian lidia lieselotte lila liliane lilli lillian lilou lily lina linda
lindsay ling linh linus lionel lisa lise liv liz ljiljana lloyd logan loic lola lore lorena lorenz lorenzo
lorna lorraine lothar lotta lotte lotti lottie lou louane louis louise loup lourdes luan lubomir luc luca
lucas luce lucia luciano lucie lucien lucienne lucy ludger ludivine ludmila ludo ludovic ludovica ludwig luigi
luis luisa luise lukas lukasz luke lutz luz lydia lydie lynn mabel macarena maciej maddie madeleine madison
mael maelle maelys magali magda magdalena maggie mahmoud mai maik mairi maite maja malcolm malgorzata malik
malin malte mamadou mandla mandy manfred manni manolo manon manuel manuela mar marc marceau marcel marcela
marcelino marcelle marcelo marcin marco marcos marcus marek maren margaret margarete margarita margaux margit
margot marguerite maria mariam mariama marian mariana marianne mariano maribel marie marielle marija marilyn
marina marine mario marion marisa marisol marius marjan marjorie mark marko markus marlene marlies marta
marten martha martial martin martina martine martirio marvin mary maryam mateo mateusz mathew mathias mathieu
mathilde mathis matias matilde matt matteo matthew matthias matthieu matze maud maureen maurice mauricio max
maxence maxi maxime maximilian maximo maxine may mayte mechthild megan mehdi mehmet mei meike melanie melchor
melek melina melissa melody meltem mercedes merche mercy meryem meta mette mi mia micha michael michaela
michal michel michele micheline michelle mick mickael mickey miguel mikael mike mikko milagros milan mildred
milena miles millie milo min mina minerva minh mira miranda mireille mirela miriam mirko misty mitchell
mohamed mohammad mohammed moira molly moni monica monika monique montse montserrat morag morgan morgane moritz
moussa muhammad murat muriel musa mustafa mylene nacho nadege nadia nadine nadja nam nancy naomi narciso
nasrin natalia natalie natascha natasha nathalie nathan nazli neha neil nekane nele nell nerea ngozi nguyen
nia niamh nicanor nicholas nick nicki nicky nico nicola nicolas nicole nieves nigel nihal niklas niko nikola
nikolai nikos nils nina ninon nisha noa noah nobbi noe noel noelia noelle noemie nolwenn noor nora norbert
norberto norma norman nour nuno nuray nuria nurten oceane octavio odette odile ofelia oisin oksana ola olaf
ole oleg oleksandr olga olive oliver olivia olivier olli olu olympe omar ombeline ondine onofre onur opal
oriane oriol orla ortrud oscar oskar osman oswald ottilie otto oumar owen ozan ozlem pablo paca paco padraig
paloma pam pamela paolo parisa pascal pascale pascual patience patrice patricia patricio patrick patryk patsy
paul paula paule paulette pauline paulino pavel pawel pearl peder pedro peer peggy penny pepa pepe per
peregrine perrine persephone pete peter petr petra phil philibert philip philipp philippa philippe phillip
philomene phoebe phyllis pia pierre pierrette pilar pili piotr piper pippa placido poldi polly poncio pooja
poppy predrag primitivo priya prosper prudence prune przemyslaw purificacion quentin queralt quique rachel
rachid radek radoslav rafa rafael rahul raimundo rainer raj rajesh ralf ralph ramesh ramiro ramon ramona rania
raoul raphael raphaelle raquel rashid rasmus raul ravi ray rayan raymond raymonde rebeca rebecca recep reed
reem reggie regina regine regis reiner reinhard reinhold remedios remi remy renata renate renaud rene renee
resi reto rex reza rhiannon rhys ricarda ricardo riccardo richard rick ricky rico rina rita rob robert roberta
roberto robin rocio rodney rodolfo rodolphe rodrigo rogelio roger rohan roisin roland rolf romain roman romane
romualdo ron ronald ronan ronja ronnie ronny rory rosa rosalia rosalie rosalind rosario rosaura rose roseline
rosemarie rosemary rosie ross roswitha rowan roxane roy roya roz ruben ruby rudi rudolf rufino rukhsana rupert
russell rusty ruth ryan ryo sabina sabine sabrina sacha sadia saeed safiya sage said salim sally salma salome
salvador sam samantha sami samir samira samuel sana sandeep sandra sandrine sandy sanjay sanni santiago santos
saoirse sara sarah sarita sascha sasha saskia satoshi saturnin saul savannah scarlett schorsch scott sean
sebastian sebastien secundino seda sedat segismundo segolene selim selin selma semra sepp serafin serap
seraphine serge sergei sergej sergio serhat serkan severin severine sevgi shabnam shahid shane shannon shanti
sharon shaun shaz sheila shirley shreya sian sibel sibylle siddharth sidney sidonie siegbert siegfried
sieglinde sienna sigrid silas silke silvestre silvia simon simona simone sina sinead siobhan sipho siri sita
sixtine skye slavica snezana sofia soizic sol solange soledad solene solenn sonia sonja soo sophia sophie
soren souleymane stacey stan stanislav stanley stefan stefania stefanie stefano steffen steffi stella stephan
stephane stephanie stephen sterling steve steven stewart stuart sue suleyman summer sunil sunita sunny susan
susana susanne susi suzanne suzy svea sven svenja svetlana swantje swati sybil sylvain sylvette sylvia
sylviane sylvie tabea tadhg taher tamar tamara tanguy tanja tanya tara tariq tatiana tatjana ted teddy telmo
tenzin teo teodoro terence teresa terry thabo thaddeus thandi thanh thea thelma theo theodor theodore
theophile theresa therese thi thibault thibaut thierry thies thomas thomasz thorsten thuy tiffany tilda till
tilly tim timo timothy tina tiphaine titouan tobi tobias toby todd tom tomas tomasa tomasz tommy tomoko toni
tony torben torsten tracey tracy traudl travis trevor trinidad trinity tristan trixi trude trudi trudy tugba
tuncay tunde tyler tyrone uche udo ugo ulf uli ulla ulrich ulrike ulysse umar unai urbain urs ursel ursula
ursule usha ute uwe valentin valentina valentine valeria valerie vali vanesa vanessa vanja vasile vedat
venceslao vera verena verity vernon veronica veronika veronique vesna vicenta vicente vicky victoire victor
victoria vidal vijay vikram viktor viktoria vincent vincenzo viola violet violeta virginia virtudes vishal
vivian viviane vlad vladimir volker volkmar volodymyr vroni wafa walburga waldemar walid walter waltraud wanda
wang wayne wei wenceslao wendelin wendell wendy werner wiebke wieland wiktor wilfred wilfried wilhelm
wilhelmine will william willow wilma winfried winifred winnie winston wojciech wolf wolfgang wolfram wolle
xabier xaver xavi xavier xiao ximena yago yaiza yan yanis yann yannick yannik yara yasemin yasin yasmin
yasmina yasuko yaw yelda yildiz ying yoann yohannes yoko yolanda yolande youssef yuki yulia yunis yunus yuri
yusra yusuf yves yvette yvonne zach zacharie zachary zahra zainab zara zbigniew zehra zelie zenzi zeynep zineb
zoe zoraida zoran zsofia zuzana
`
    .trim()
    .split(/\s+/),
)
