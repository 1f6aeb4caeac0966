/**
 * Prompts and what the parser makes of them with seed 3, one a line:
 * prompt | scene ("?" when guessed) | sky | medium | colours in the palette | subjects ("*" several, ">" relation) |
 * understood | ignored
 */
export const PARSE_CASES = `
a red fox in a snowy forest at dusk, watercolor | forest | noon | watercolor | 0 | fox | red fox, snowy, forest, dusk, watercolor | -
misty mountain lake at sunrise, reflections, cinematic | landscape | dawn | - | 0 | - | misty, mountain lake, sunrise, reflections, cinematic | -
cyberpunk city street at night, neon signs, rain | city | night | - | 5 | - | cyberpunk, city, street, night, neon, signs, rain | -
an astronaut floating in front of a ringed planet, nebula, digital painting | space | noon | - | 0 | astronaut | astronaut, ringed, planet, nebula | front
bouquet of peonies and anemones in a vase, dark moody dutch still life, oil painting | botanical | noon | oil | 0 | - | bouquet, peonies, anemones, vase, dark, moody, dutch, still life, oil painting | -
synthwave sunset with palm trees, retro 80s grid | synthwave | noon | - | 0 | - | synthwave, retro, 80s | -
double exposure portrait of a woman, forest and mountains | portrait | noon | - | 0 | - | double exposure, forest | mountains
desert dunes at golden hour, minimal, warm light | landscape | golden | - | 0 | - | desert, dunes, golden hour, minimal, warm light | -
great waves on a stormy sea, ukiyo-e woodblock print | ocean | storm | woodblock | 0 | - | waves, stormy, sea, ukiyo e woodblock print | great
abstract fluid marble in teal and gold | abstract | noon | - | 4 | - | abstract, fluid, marble, teal gold | -
a sailboat on a calm ocean at sunset, impressionist oil painting | ocean | sunset | impressionist | 0 | sailboat | sailboat, calm, ocean, sunset, impressionist | -
enchanted forest with glowing mushrooms and fireflies | forest | noon | - | 0 | mushroom* | enchanted, forest, glowing, mushrooms, fireflies | -
pixel art castle on a hill under a full moon | landscape | moonlit | pixel | 0 | castle | pixel, castle, hill, full moon | -
lavender fields in the countryside with a cottage, summer, storybook illustration | landscape | noon | gouache | 0 | cottage | lavender fields, countryside, cottage, summer, storybook illustration | -
coral reef underwater with tropical fish and a sea turtle | underwater | noon | - | 0 | tropical-fish* turtle | coral reef, underwater, tropical fish, sea turtle | -
low poly mountains with pink sky | landscape | dawn | lowpoly | 0 | - | low poly, mountains, pink, sky | -
northern lights over a frozen lake, starry night | landscape | aurora | - | 0 | - | northern lights, frozen lake | -
bauhaus geometric poster, red blue and yellow | abstract | noon | gouache | 3 | - | bauhaus, geometric, poster, red, blue yellow | -
portrait of a goddess with a crown of flowers, galaxy inside, dark | portrait | noon | - | 0 | - | portrait, crown flowers, galaxy, dark | goddess
sumi-e ink painting of bamboo forest in mist | forest | noon | ink | 0 | - | sumi e, ink painting, bamboo forest, mist | -
a cup of coffee and a croissant on a table, cozy | studio | noon | - | 0 | hot-beverage croissant | cup coffee, croissant, table | cozy
volcano erupting at night, lava, dramatic | landscape | fire | - | 0 | - | volcano, erupting, night, lava, dramatic | -
cherry blossom trees in spring, anime style | landscape | sunset | anime | 0 | - | cherry blossom trees, anime | spring
linocut print of an owl in the woods at night | forest | noon | linocut | 0 | owl | linocut print, owl, woods, night | -
a majestic lion in the savanna at golden hour | landscape | golden | - | 0 | lion | majestic, lion, savanna, golden hour | -
snowy mountain peaks under the milky way, starry night | landscape | night | - | 0 | - | snowy, mountain, peaks, milky way, starry night | -
a dragon flying over a castle, fantasy art, dramatic sky | landscape | sunset | - | 0 | dragon>above castle | dragon, castle, dramatic sky | -
minimalist japanese landscape, pagoda, autumn maple trees, woodblock print | landscape | sunset | woodblock | 0 | japanese-castle | minimalist, landscape, pagoda, autumn, maple trees, woodblock print | japanese
tropical beach with palm trees and turquoise water, sunny | ocean | noon | - | 0 | - | tropical beach, palm trees, turquoise, water, sunny | -
a black cat sitting on a windowsill, rain outside | landscape | overcast | - | 0 | cat tinted | black, cat, sitting, rain | windowsill
cute robot holding a red balloon | landscape | sunset | - | 0 | robot>holds balloon tinted | robot, holding, red, balloon | cute
vintage botanical illustration of poppies and daisies | botanical | noon | vintage | 0 | - | vintage, poppies, daisies | -
grand canyon at sunset, aerial view | landscape | sunset | - | 0 | - | grand canyon, sunset, aerial | -
new york skyline at dusk, watercolor | city | dusk | watercolor | 0 | - | new york, skyline, dusk, watercolor | -
still life with apples and lemons, impressionist | still-life | noon | impressionist | 0 | red-apple* lemon* | apples, lemons, impressionist | -
spiral galaxy, deep space, vivid colors | space | noon | - | 0 | - | spiral, galaxy, deep space, vivid colors | -
a whale swimming in the deep sea, ethereal light rays | underwater | noon | - | 0 | whale | whale, deep sea, light rays | ethereal
wildflower meadow with mountains in the background, spring morning | landscape | dawn | - | 0 | - | wildflower, meadow, morning | mountains, spring
happiness | abstract? | noon | - | 0 | - | happiness | -
a samurai under a red moon, ink painting | landscape | moonlit | ink | 0 | samurai | samurai, red, moon, ink painting | -
stained glass window of a hummingbird and hibiscus flowers | flowerfield | noon | glass | 0 | bird | stained glass window, hummingbird, hibiscus, flowers | -
steampunk airship above the clouds | landscape | sunset | - | 0 | balloon | clouds | steampunk, airship
mars colony with a rocket, sci-fi concept art | landscape | mars | - | 0 | rocket | mars, rocket | colony, sci, fi
portrait of an old man with a beard, black and white photo | studio | noon | noir | 0 | figure-man | portrait, old man, beard, black white | -
isometric low poly island with a lighthouse | landscape | sunset | lowpoly | 0 | lighthouse | low poly, island, lighthouse | isometric
abstract topographic paper layers, sunset colors | abstract | noon | - | 4 | - | abstract, topographic, paper layers, sunset colors | -
a deer in a misty autumn forest, cinematic | forest | noon | - | 0 | deer | deer, autumn, forest, cinematic | misty
swans on a lake at dawn, oil painting | landscape | dawn | oil | 0 | swan* | swans, lake, dawn, oil painting | -
two cats and three red balloons in a meadow, no clouds, no people | landscape | sunset | - | 0 | cat*2 balloon*3 tinted | two, cats, three, red, balloons, meadow, clouds | -
a portrait of a lion, stained glass | studio | noon | glass | 0 | lion | portrait, lion, stained glass | -
rainforest with parrots | forest | noon | - | 0 | parrot* | rainforest, parrots | -
a field of sunflowers under a blue sky | landscape | noon | - | 0 | - | field, sunflowers, blue, sky | -
black hole in deep space | space | noon | - | 0 | - | black hole, deep space | -
a school of fish | underwater | noon | - | 0 | fish*9 | school, fish | -
old school bus on a street | city | noon | - | 0 | bus | school bus, street | old
🦊 in the 🌲 | forest | noon | - | 0 | fox | 🦊, 🌲 | -
غروب الشمس فوق البحر | studio? | noon | - | 0 | - | - | غروب, الشمس, فوق, البحر
a cozy cabin in the snowy mountains, golden hour, highly detailed, 8k, masterpiece, trending on artstation | landscape | golden | - | 0 | hut | cabin, snowy, mountains, golden hour | cozy, highly, detailed, 8k, masterpiece, trending, artstation
pink and purple clouds above the sea | ocean | dawn | - | 0 | - | pink purple, clouds, sea | -
teal and orange portrait of a woman at sunset in the city | city | sunset | - | 4 | figure-woman | teal orange, portrait, woman, sunset, city | -
monstera leaves, dark green | botanical | noon | - | 0 | - | monstera, leaves, dark, green | -
rose gold gradient | abstract | noon | - | 4 | - | rose, gold, gradient | -
moonlit graveyard with a raven | landscape | moonlit | - | 0 | raven | moonlit, raven | graveyard
hot air balloons over cappadocia at sunrise | landscape | dawn | - | 0 | hot-air-balloon* | hot air balloons, sunrise | cappadocia
golden retriever puppy in a garden | landscape | sunset | - | 0 | dog | golden retriever, puppy, garden | -
black cat on a roof, city night | city | night | - | 0 | cat tinted | black, cat, roof, city, night | -
a train crossing a stone bridge in autumn | landscape | sunset | - | 0 | train stone-bridge | train, stone bridge, autumn | crossing
a teal vintage car on a desert road | landscape | sunset | vintage | 0 | automobile tinted | teal, vintage, car, desert | road
a crystal ball on a table | studio | noon | - | 0 | crystal-ball | crystal ball, table | -
children's book illustration of a bear with a red umbrella in the rain | landscape | overcast | gouache | 0 | bear>beside umbrella tinted | children's book illustration, bear, red, umbrella, rain | -
three wolves howling at the moon | landscape | moonlit | - | 0 | wolf*3 | three, wolves, moon | howling
an octopus in the deep sea, low poly | underwater | noon | lowpoly | 0 | octopus | octopus, deep sea, low poly | -
palm trees on a beach, no people | ocean | dawn | - | 0 | - | palm trees, beach | -
a lake without trees, foggy | landscape | sunset | - | 0 | - | lake, trees, foggy | -
pastel hills with a windmill, gouache | landscape | pastel | gouache | 4 | windmill | pastel, hills, windmill, gouache | -
purple and orange sunset over the ocean | ocean | sunset | - | 0 | - | purple orange, sunset, ocean | -
spaceship near a ringed planet | space | noon | - | 0 | rocket | spaceship, ringed, planet | -
a red planet with two moons | space | noon | - | 0 | - | red, planet, two moons | -
tokyo street at night in the rain, anime | city | night | anime | 0 | - | tokyo, street, night, rain, anime | -
snowy city skyline, black and white | city | noon | noir | 0 | - | snowy, city, skyline, black white | -
a bowl of ramen, studio light | studio | noon | - | 0 | steaming-bowl | bowl ramen | -
blue roses in a vase | botanical | noon | - | 0 | - | blue, roses, vase | -
ink in water, indigo and magenta | abstract | noon | - | 4 | - | ink water, indigo magenta | -
bird's eye view of a river valley | landscape | sunset | - | 0 | - | bird's eye, river | valley
kelp forest with seahorses and a shark | underwater | noon | - | 0 | fish* shark | kelp, shark | forest, seahorses
a flock of birds over a pink lake | landscape | sunset | - | 0 | gull*9 | flock, birds, pink, lake | -
(masterpiece:1.4), <lora:detail:0.8> a wizard in an enchanted forest | forest | noon | - | 0 | man-mage | wizard, enchanted, forest | masterpiece
a plaster arch and a sphere on steps, terracotta, window light | still-life | noon | - | 4 | solid-arch>on solid-sphere>on solid-steps | plaster, arch, sphere, steps, terracotta, window light | -
a red block to the left of a blue pyramid | still-life | noon | - | 0 | solid-cube>left tinted solid-pyramid tinted | red, block, left, blue, pyramid | -
two pears and an apple in a bowl | still-life | noon | - | 0 | pear*2>in red-apple>in solid-bowl | two, pears, apple, bowl | -
a colonnade at golden hour | still-life | noon | - | 0 | - | colonnade, golden hour | -
a marble column, studio light | still-life | noon | - | 0 | solid-column | marble, column | -
a cube in a forest | forest | noon | - | 0 | cardboard-box | cube, forest | -
a bear under a red umbrella in the rain | landscape | overcast | - | 0 | bear>under umbrella tinted | bear, red, umbrella, rain | -
a dog to the left of a cat | landscape | sunset | - | 0 | dog>left cat | dog, left, cat | -
a seal on a rock in the sea | ocean | dawn | - | 0 | seal | seal, rock, sea | -
a lighthouse standing guard on a cliff | ocean | dawn | - | 0 | lighthouse | lighthouse, cliff | standing, guard
a crystal clear lake | landscape | sunset | - | 0 | - | lake | crystal, clear
a geometrically perfect formation of seashells | studio | noon | - | 0 | spiral-shell* | seashells | geometrically, perfect, formation
a cat in the living room at night | interior | night | - | 0 | cat | cat, living room, night | -
a bowl of ramen in the kitchen, gouache | interior | dawn | gouache | 0 | steaming-bowl | bowl ramen, kitchen, gouache | -
a sphere and a cube in a room | still-life | noon | - | 0 | solid-sphere solid-cube | sphere, cube | -
portrait of a robot in a forest | forest | noon | - | 0 | robot | robot, forest | portrait
portrait of a man, teal background, oil painting | studio | noon | oil | 0 | figure-man | portrait, man, teal, oil painting | -
portrait of a woman with curly hair, forest inside, oil painting | portrait | noon | oil | 0 | - | portrait, curly hair, forest, oil painting | -
a mirror-like lake | landscape | sunset | - | 0 | - | lake | mirror, like
a bed of red tulips | botanical | noon | - | 0 | - | red, tulips | bed
the big wheel in a snow storm | landscape? | storm | - | 0 | - | snow, storm | big, wheel
a shiba inu in a forest | forest | noon | - | 0 | dog | shiba inu, forest | -
a girl with blond hair and blue eyes | studio | noon | - | 0 | figure-girl | girl, blond hair, blue eyes | -
a gentelman | studio | noon | - | 0 | figure-man | - | gentelman
a marble statue in a park | studio | noon | - | 0 | figure-person | statue | marble, park
a marble bust of caesar | studio | noon | - | 0 | figure-person | marble bust | caesar
geometric ice formations under the sun | landscape | sunset | - | 0 | - | ice formations | geometric, sun
a wizard tower on a hill at night | landscape | night | - | 0 | castle | wizard tower, hill, night | -
rooftops of Paris at sunset | city | sunset | - | 0 | - | rooftops, paris, sunset | -
a narrow alley in an old town | city | noon | - | 0 | - | alley, old town | -
houses with red roofs | landscape | sunset | - | 4 | cottage*6 | houses, red | roofs
houses on a street | city | noon | - | 0 | - | street | -
a dog like a lion | landscape | sunset | - | 0 | dog lion | dog, lion | like
`;
