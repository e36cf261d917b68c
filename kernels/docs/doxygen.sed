# Adds comments to the headers as Doxygen reads them, where the same one would stand in each of many places.

# Members of every stage.
s#^    static constexpr std::string_view name = "#    /** In scenarios and messages. */ &#
s#^    static constexpr auto parameters\(\)#    /** Name, member, range and unit of each parameter. */ &#
s#^    (\[\[nodiscard\]\] |static )?(constexpr )?StreamUses streams\(\)#    /** The streams that the stage uses. */ &#
s#^    static constexpr StreamUses all_streams\(\)#    /** The streams that it uses with any parameters. */ &#
s#^constexpr auto words_of\(#/** The enumerators' names in scenarios. */ &#

# Copies and moves.
s#^    (\w+)\(const \1&( other)?\)#    /** Copies. */ &#
s#^    (\w+)\(\1&&( other)?\)#    /** Moves. */ &#
s#^    (\w+)& operator=\(const \1&( other)?\)#    /** Copies. */ &#
s#^    (\w+)& operator=\(\1&&( other)?\)#    /** Moves. */ &#

# Structs of C, and their initialisers.
s#^    uint32_t struct_size;$#&  ///< bytes#
/^\} wend_\w+;$/ {
    N
    s#\n\#define WEND_\w+_INIT#  /** Initial values. */&#
}

# A comment behind several variables is that of each.
:variables
s#^(.*\*/)?( +[A-Za-z_:0-9]+(<[^>]*>)? )([a-z_0-9]+( = [^,;(]+)?), ([a-z_0-9 =,]+; *///< )(.*)$#\1\2\4; /**< \7 */\2\6\7#
t variables
